import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { LawEntry } from "../../../bofip/law/cited/entries.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { listLaw } from "../../../src/features/law/listed.ts";
import { readCiting } from "../../../src/features/law/service.ts";
import { addActualite, addDocuments } from "../../fixtures/corpus.ts";
import { rejectionOf } from "../../rejection.ts";
import { forEachStore } from "../../servers/stores.ts";

interface Told {
  readonly cle?: string | null;
  readonly article?: string;
  readonly rang?: LawEntry["rang"];
  /** The § of each mention. */
  readonly at?: readonly (string | null)[];
}

const places = ({ cle = null, article, rang = "corps", at = ["1"] }: Told, texte: string) => ({
  cle,
  article: article ?? null,
  rang,
  occurrences: at.map((paragraphe) => ({ paragraphe, texte })),
});

const DECISION = { formation: null, date: null, numero: null, ecli: null, url: null };
const decision = (told: Told & Partial<Extract<LawEntry, { genre: "decision" }>["champs"]>): LawEntry => {
  const { cle, article, rang, at, ...champs } = told;
  return {
    genre: "decision",
    champs: { juridiction: "CE", ...DECISION, ...champs },
    ...places(told, "CE, arrêt"),
  };
};
const statute = (numero: string, told: Told = {}): LawEntry => ({
  genre: "norme",
  champs: { nature: "loi", numero, date: null, url: null },
  ...places({ cle: `loi-${numero}`, ...told }, `loi n° ${numero}`),
});
const answer = (numero: string): LawEntry => ({
  genre: "reponse",
  champs: { chambre: "Senat", auteur: "Durand", numero, date: null, url: null },
  ...places({}, `RM Durand n° ${numero}`),
});

forEachStore((_, open) => {
  let store: RelationalStore;
  const deps = () => ({ database: store.database, publicUrl: () => "https://exemple.fr" });
  const page = { limit: 20, offset: 0, path: "/v1/decisions?limit=20" };

  beforeAll(async () => {
    store = await open();
    await addDocuments(
      store.database,
      {
        boiId: "BOI-IS-10",
        shown: {
          citedLaw: [
            decision({ cle: "CE-248065", numero: "248065", at: ["10", null, "10", "2"] }),
            statute("2012-1509", { article: "13" }),
            statute("2012-1509", { at: ["30", "20"] }),
          ],
        },
        others: [{ date: "2015-01-01", citedLaw: [decision({ cle: "CE-1", numero: "1" })] }],
      },
      {
        boiId: "BOI-IS-20",
        shown: {
          citedLaw: [
            decision({ cle: "CE-248065", numero: "248065", date: "2004-03-08", formation: "plén." }),
            decision({
              cle: "CASS-19-12345",
              juridiction: "CASS",
              numero: "19-12.345",
              rang: "introduction",
            }),
            decision({ date: "1990-01-01" }),
            answer("7"),
          ],
        },
      },
      {
        boiId: "BOI-TVA-10",
        shown: {
          citedLaw: [
            decision({ cle: "CE-248065", numero: "248065", date: "2004-03-08", rang: "introduction" }),
            decision({ date: "1990-01-01" }),
          ],
        },
      },
      {
        boiId: "BOI-IS-RETIRE",
        statut: "retire",
        shown: { citedLaw: [decision({ cle: "CE-2", numero: "2" })] },
      },
    );
    await addActualite(store.database, "ACTU-2012-00001", "2012-05-04", ["BOI-IS-10"], {
      citedLaw: [
        decision({ cle: "CE-315469", numero: "315469", date: "2010-01-13", rang: "titre", at: [null] }),
        decision({ cle: "CE-248065", numero: "248065", date: "2004-03-08", at: [null] }),
        statute("2012-1509", { article: "60", at: [null, null] }),
      ],
    });
    await addActualite(store.database, "ACTU-2013-00039", "2013-01-31", ["BOI-TVA-10"], {
      citedLaw: [decision({ cle: "CE-315469", numero: "315469", at: [null] })],
    });
  });
  afterAll(async () => {
    await store.close();
  });

  describe("the list of decisions", () => {
    const list = (asked: object = {}) =>
      listLaw(deps(), "decision", { classe: null, domaine: null, ...page, ...asked });

    test("has what documents in force cite, the most cited first, entries without a key included", async () => {
      const { total, entries: decisions, page_suivante } = await list();
      expect(decisions.map(({ cle, documents, mentions }) => [cle, documents, mentions])).toEqual([
        ["CE-248065", 3, 6],
        [null, 2, 2],
        ["CASS-19-12345", 1, 1],
        ["CE-315469", 0, 0],
      ]);
      expect([total, page_suivante]).toEqual([4, null]);
    });
    test("tells of each what any document tells of it", async () => {
      const { entries: decisions } = await list();
      expect(decisions[0]).toEqual({
        cle: "CE-248065",
        juridiction: "CE",
        formation: "plén.",
        date: "2004-03-08",
        numero: "248065",
        ecli: null,
        url: null,
        documents: 3,
        mentions: 6,
        actualites: 1,
      });
      expect(decisions[1]).toMatchObject({ cle: null, date: "1990-01-01", numero: null });
    });
    test("keeps to a court, and to the documents of a series", async () => {
      expect(await list({ classe: "CASS" })).toMatchObject({
        total: 1,
        entries: [{ juridiction: "CASS" }],
      });
      const { entries: decisions } = await list({ domaine: "TVA" });
      expect(decisions.map(({ cle, documents }) => [cle, documents])).toEqual([
        ["CE-248065", 1],
        [null, 1],
        ["CE-315469", 0],
      ]);
      expect(await list({ domaine: "IR" })).toMatchObject({ total: 0, entries: [] });
    });
    test("has what actualités alone cite, with their number, and what they tell of it", async () => {
      const { entries: decisions } = await list();
      expect(decisions.at(-1)).toMatchObject({
        cle: "CE-315469",
        date: "2010-01-13",
        documents: 0,
        mentions: 0,
        actualites: 2,
      });
      const { entries: ofIs } = await list({ domaine: "IS" });
      expect(ofIs.at(-1)).toMatchObject({ cle: "CE-315469", actualites: 1 });
    });
    test("goes on at the address of the following page", async () => {
      const first = await list({ limit: 2, path: "/v1/decisions?limit=2" });
      expect(first.page_suivante).toBe("https://exemple.fr/v1/decisions?limit=2&offset=2");
      expect(first).toMatchObject({ total: 4, entries: [{ cle: "CE-248065" }, { cle: null }] });
      const last = await list({ limit: 2, offset: 2, path: "/v1/decisions?limit=2&offset=2" });
      const decisions = [{ cle: "CASS-19-12345" }, { cle: "CE-315469" }];
      expect(last).toMatchObject({ total: 4, entries: decisions, page_suivante: null });
    });
  });

  test("a statute is one in the list, whatever the articles of it that are cited", async () => {
    expect(await listLaw(deps(), "norme", { classe: null, domaine: null, ...page })).toEqual({
      total: 1,
      entries: [
        {
          ...{ cle: "loi-2012-1509", nature: "loi", numero: "2012-1509", date: null, url: null },
          ...{ documents: 1, mentions: 3, actualites: 1 },
        },
      ],
      page_suivante: null,
    });
    expect(await listLaw(deps(), "norme", { classe: "decret", domaine: null, ...page })).toMatchObject({
      total: 0,
    });
  });
  test("answers are listed by their chamber", async () => {
    const asked = { domaine: null, ...page };
    const { entries: reponses } = await listLaw(deps(), "reponse", { classe: "Senat", ...asked });
    expect(reponses).toMatchObject([{ cle: null, chambre: "Senat", auteur: "Durand", numero: "7" }]);
    expect(await listLaw(deps(), "reponse", { classe: "AN", ...asked })).toMatchObject({ total: 0 });
  });

  describe("the documents that cite a decision", () => {
    test.each(["CE-248065", "ce 248065", "ce-248.065"])(
      "come by rank, then by mentions, for %s",
      async (cle) => {
        const found = await readCiting(deps(), "decision", { cle, ...page });
        expect(found).toMatchObject({ cle: "CE-248065", date: "2004-03-08", formation: "plén.", total: 3 });
        expect(found.documents).toEqual([
          expect.objectContaining({ boi_id: "BOI-TVA-10", rang: "introduction" }),
          {
            boi_id: "BOI-IS-10",
            titre: "Titre de BOI-IS-10",
            domaine: "IS",
            type: "commentaire",
            date_publication: "2020-01-01",
            url: "https://exemple.fr/BOI-IS-10-20200101",
            mentions: 4,
            paragraphes: ["2", "10"],
            rang: "corps",
          },
          expect.objectContaining({ boi_id: "BOI-IS-20", mentions: 1, paragraphes: ["1"] }),
        ]);
      },
    );
    test("are given a page at a time", async () => {
      const path = "/v1/decisions/CE-248065?limit=1&offset=1";
      const found = await readCiting(deps(), "decision", { cle: "CE-248065", limit: 1, offset: 1, path });
      expect(found).toMatchObject({ total: 3, documents: [{ boi_id: "BOI-IS-10" }] });
      expect(found.page_suivante).toEndWith("limit=1&offset=2");
    });
    test("of a statute are those of all its articles, each § once", async () => {
      const { documents } = await readCiting(deps(), "norme", { cle: "Loi n° 2012-1509", ...page });
      expect(documents).toMatchObject([{ boi_id: "BOI-IS-10", mentions: 3, paragraphes: ["1", "20", "30"] }]);
    });
    test.each([
      ["CE-24806", ["CE-248065", "CASS-19-12345", "CE-315469"]],
      ["CASS-19-99999", ["CASS-19-12345", "CE-248065", "CE-315469"]],
      ["loi-2012-1509", ["CASS-19-12345", "CE-248065", "CE-315469"]],
      ["n'importe quoi", ["CASS-19-12345", "CE-248065", "CE-315469"]],
      // Cited by a past edition, and by a document that is no longer in force.
      ["CE-1", ["CASS-19-12345", "CE-248065", "CE-315469"]],
      ["CE-2", ["CE-248065", "CASS-19-12345", "CE-315469"]],
    ])("that none in force cites (%s) is refused, with the nearest keys", async (cle, proches) => {
      const refusal = await rejectionOf(readCiting(deps(), "decision", { cle, ...page }));
      expect(refusal).toMatchObject({ code: "law_not_cited", status: 404, details: { proches } });
    });
  });

  describe("the actualités that cite a decision", () => {
    const first = { id: "ACTU-2012-00001", titre: "Annonce ACTU-2012-00001", date: "2012-05-04" };
    const second = { id: "ACTU-2013-00039", titre: "Annonce ACTU-2013-00039", date: "2013-01-31" };

    test("alone are found all the same, newest first", async () => {
      expect(await readCiting(deps(), "decision", { cle: "CE-315469", ...page })).toEqual({
        ...{ cle: "CE-315469", juridiction: "CE", formation: null, date: "2010-01-13", numero: "315469" },
        ...{ ecli: null, url: null, total: 0, documents: [], actualites: [second, first] },
        page_suivante: null,
      });
    });
    test("come with the documents, on every page", async () => {
      const found = await readCiting(deps(), "decision", { cle: "CE-248065", ...page, offset: 2 });
      expect(found).toMatchObject({ total: 3, actualites: [first] });
    });
    test.each([
      ["60", 0, [first]],
      ["13", 1, []],
    ])("of a statute are kept to its article %s", async (article, total, actualites) => {
      const found = await readCiting(deps(), "norme", { cle: "loi-2012-1509", article, ...page });
      expect(found).toMatchObject({ total, actualites });
    });
  });
});
