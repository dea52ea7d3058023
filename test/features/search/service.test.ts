import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { sql } from "drizzle-orm";
import { fingerprint } from "../../../bofip/text/characters.ts";
import { NO_FILTER } from "../../../db/engine/document-filter.ts";
import type { Database } from "../../../db/postgres/database.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { announceChange, readRevision } from "../../../db/queries/corpus.ts";
import { readHitSources } from "../../../db/queries/hits.ts";
import { KeptTexts } from "../../../db/queries/kept-texts.ts";
import { readPassageHits } from "../../../db/queries/passages.ts";
import { editionContents, editions } from "../../../db/schema/documents.ts";
import { wordings } from "../../../db/schema/wordings.ts";
import { stem } from "../../../search/fulltext/analyzer/index.ts";
import type { FullTextReader, FullTextRequest } from "../../../search/fulltext/port.ts";
import { readQuery } from "../../../search/fulltext/read-query.ts";
import { type SearchDeps, searchDocuments } from "../../../src/features/search/service.ts";
import { NotHeld, StoreLag } from "../../../src/questions/not-seen.ts";
import { warningsFrom } from "../../../src/questions/warnings.ts";
import { addDocuments } from "../../fixtures/corpus.ts";
import { fakeFullText } from "../../fixtures/fulltext.ts";
import { SITE } from "../../fixtures/site.ts";
import { forOneStore } from "../../servers/stores.ts";

const PREAMBLE = "Ces lignes précèdent tout point numéroté et parlent de parapluies. ".repeat(8);
const FIRST = "Le premier point traite des bicyclettes et de leur entretien courant. ".repeat(8);
const SECOND = "Le second point concerne les locomotives à vapeur & <leurs> chaudières. ".repeat(8);

function depsOf(database: Database, fulltext: FullTextReader): SearchDeps {
  return {
    ...SITE,
    database,
    fulltext,
    notHeld: new NotHeld(database),
    warnOf: warningsFrom({ database, fulltext, storeLag: new StoreLag(database) }),
  };
}

forOneStore((_, open) => {
  let store: RelationalStore;

  beforeAll(async () => {
    store = await open();
    await addDocuments(
      store.database,
      {
        boiId: "BOI-RES-IR-000101",
        type: "rescrit",
        shown: {
          date: "2021-02-03",
          titre: "Rescrit",
          texte: PREAMBLE + FIRST + SECOND,
          paragraphes: [
            { numero: "1", section: [], start: PREAMBLE.length, end: PREAMBLE.length + FIRST.length },
            {
              numero: "10",
              section: [],
              start: PREAMBLE.length + FIRST.length,
              end: PREAMBLE.length + FIRST.length + SECOND.length,
            },
          ],
        },
      },
      { boiId: "BOI-IR-2" },
      {
        boiId: "BOI-IR-DEUX",
        shown: { date: "2021-02-03", pgp: 8, texte: FIRST },
        others: [{ date: "2021-02-03", pgp: 7 }],
      },
      { boiId: "BOI-IR-RETIRE", statut: "retire" },
    );
  });
  afterAll(() => store.close());

  const search = (q: string, found: readonly string[], requests: FullTextRequest[] = []) => {
    const hits = found.map((boiId, rank) => ({ boiId, score: 10 - rank }));
    const fulltext = fakeFullText({
      search: async (request) => {
        requests.push(request);
        return { total: 42, hits };
      },
    });
    const request = {
      query: readQuery(q),
      filter: { domaine: "IR" },
      hasFacets: false,
      limit: 5,
      offset: 10,
    };
    return searchDocuments(depsOf(store.database, fulltext), request);
  };

  test("a hit has every field of the contract, and the total is the index's", async () => {
    const { total, results } = await search("locomotive", ["BOI-RES-IR-000101"]);
    expect(total).toBe(42);
    expect(results).toEqual([
      {
        boi_id: "BOI-RES-IR-000101",
        titre: "Rescrit",
        extrait: expect.stringContaining("<mark>locomotives</mark> à vapeur &amp; &lt;leurs&gt; chaudières"),
        score: 10,
        domaine: "RES",
        type: "rescrit",
        matiere: "IR",
        paragraphe: "10",
        date_publication: "2021-02-03",
        url: "https://exemple.fr/BOI-RES-IR-000101-20210203",
        edition: { date_debut: "2021-02-03", date_fin: null, certitude: "presumee" },
        citation: "BOI-RES-IR-000101, § 10, version du 3 février 2021",
        page: "http://localhost/consultation/BOI-RES-IR-000101/2021-02-03#p10",
      },
    ]);
  });

  test("a citation says its fingerprint where another edition began the same day", async () => {
    const { results } = await search("bicyclettes", ["BOI-IR-DEUX"]);
    const empreinte = fingerprint(FIRST).slice(0, 12);
    expect(results[0]?.citation).toBe(`BOI-IR-DEUX, version du 3 février 2021, empreinte ${empreinte}`);
  });

  test("the index is asked for exactly the page and the domain of the request", async () => {
    const requests: FullTextRequest[] = [];
    await search("locomotive", [], requests);
    expect(requests).toEqual([
      {
        query: { kind: "word", stem: expect.any(String) },
        filter: { ...NO_FILTER, domaine: "IR" },
        editions: { kind: "in force" },
        limit: 5,
        offset: 10,
      },
    ]);
  });

  test("the index is asked to rank first the citations of the query side by side", async () => {
    const requests: FullTextRequest[] = [];
    await search("article 244 bis A", [], requests);
    expect(requests[0]).toMatchObject({ query: { kind: "and" }, adjacent: [["244", "bis", "a"]] });
  });

  test("a text that has changed since it was last found is shown as it is now, with its §", async () => {
    const boiId = "BOI-IR-CHANGE";
    await addDocuments(store.database, { boiId, shown: { date: "2021-02-03", texte: FIRST } });
    const before = await search("bicyclettes", [boiId]);
    expect(before.results[0]).toMatchObject({ boi_id: boiId, paragraphe: null });
    const paragraphes = [{ numero: "20", section: [], start: 0, end: SECOND.length }];
    await store.database
      .update(editionContents)
      .set({ contenuTexte: SECOND, paragraphes })
      .where(sql`edition_id = (select edition_id from documents where boi_id = ${boiId})`);
    await store.database
      .update(wordings)
      .set({ empreinte: fingerprint(SECOND) })
      .where(sql`edition_id = (select edition_id from documents where boi_id = ${boiId})`);
    const { results } = await search("locomotives", [boiId]);
    expect(results[0]).toMatchObject({ paragraphe: "20" });
    expect(results[0]?.extrait).toContain("<mark>locomotives</mark>");
  });

  test("a text in decomposed letters is marked as well", async () => {
    const boiId = "BOI-IR-DECOMPOSE";
    await addDocuments(store.database, { boiId, shown: { date: "2021-02-03", texte: "Un cre\u0301dit." } });
    const { results } = await search("crédit", [boiId]);
    expect(results[0]?.extrait).toBe("Un <mark>crédit</mark>.");
  });

  test("a text that has not changed is not read again, be it for a passage", async () => {
    const asked = ["BOI-RES-IR-000101", "BOI-IR-2"];
    const first = await readHitSources(store.database, asked);
    const passages = asked.map((boiId) => ({ boiId, textHashes: [], positions: [0] }));
    const firstPassages = await readPassageHits(store.database, passages);
    const keep = spyOn(KeptTexts.prototype, "keep");
    try {
      expect(await readHitSources(store.database, asked)).toEqual(first);
      expect(await readPassageHits(store.database, passages)).toEqual(firstPassages);
      expect(keep).not.toHaveBeenCalled();
    } finally {
      keep.mockRestore();
    }
  });

  describe("what was shown at a revision of the corpus", () => {
    const ids = ["BOI-IR-VU-1", "BOI-IR-VU-2", "BOI-IR-VU-3"];
    const rename = (titre: string) =>
      store.database.update(editions).set({ titre }).where(sql`boi_id like 'BOI-IR-VU-%'`);
    const titlesAt = async (revision: number | null, boiIds = ids) =>
      [...(await readHitSources(store.database, boiIds, { revision })).values()].map(({ titre }) => titre);

    const ofPassagesAt = async (revision: number) => {
      const named = ids.map((boiId) => ({ boiId, textHashes: [], positions: [0] }));
      const hits = await readPassageHits(store.database, named, { revision });
      return [...hits.values()].map(({ titre, passages }) => `${titre} ${passages.length}`);
    };

    beforeAll(async () => {
      for (const boiId of ids) await addDocuments(store.database, { boiId });
      await store.database.$client`
        insert into passages (edition_id, position, text_hash, start_offset, end_offset, section)
        select edition_id, 0, boi_id, 0, 1, '{}' from documents where boi_id like 'BOI-IR-VU-%'`;
    });

    test("is not read again at that one, and is at any other", async () => {
      const revision = await readRevision(store.database);
      await rename("Ancien");
      expect(await titlesAt(revision)).toEqual(["Ancien", "Ancien", "Ancien"]);
      await rename("Nouveau");
      expect(await titlesAt(revision)).toEqual(["Ancien", "Ancien", "Ancien"]);
      expect(await titlesAt(revision + 1)).toEqual(["Nouveau", "Nouveau", "Nouveau"]);
      await rename("Dernier");
      expect(await titlesAt(null)).toEqual(["Dernier", "Dernier", "Dernier"]);
    });

    test("is not put beside what a later one has changed", async () => {
      await announceChange(store.database);
      const revision = await readRevision(store.database);
      await rename("Ancien");
      await titlesAt(revision, ids.slice(0, 2));
      await rename("Nouveau");
      await announceChange(store.database);
      expect(await titlesAt(revision)).toEqual(["Nouveau", "Nouveau", "Nouveau"]);
    });

    test("serves passages too, as long as the corpus is at that one", async () => {
      await announceChange(store.database);
      const revision = await readRevision(store.database);
      await rename("Ancien");
      expect(await ofPassagesAt(revision)).toEqual(["Ancien 1", "Ancien 1", "Ancien 1"]);
      await rename("Nouveau");
      expect(await ofPassagesAt(revision)).toEqual(["Ancien 1", "Ancien 1", "Ancien 1"]);
      await announceChange(store.database);
      expect(await ofPassagesAt(revision)).toEqual(["Nouveau 1", "Nouveau 1", "Nouveau 1"]);
    });
  });

  describe("the paragraph of a hit is the one its excerpt starts in", () => {
    test.each([
      ["before the first one", "parapluies", null],
      ["in the first", "bicyclettes", "1"],
      ["in the last", "chaudières", "10"],
    ])("%s", async (_, q, paragraphe) => {
      const { results } = await search(q, ["BOI-RES-IR-000101"]);
      expect(results[0]).toMatchObject({ paragraphe });
    });
  });

  describe("a query that names a document and a place in it", () => {
    test.each(["BOI-RES-IR-000101 § 10", "BOI-RES-IR-000101, n° 10, version du 3 février 2021"])(
      "%s: shows that paragraph of it",
      async (q) => {
        const { results } = await search(q, ["BOI-RES-IR-000101", "BOI-IR-2"]);
        expect(results[0]).toMatchObject({ boi_id: "BOI-RES-IR-000101", paragraphe: "10" });
        expect(results[0]?.extrait).toStartWith("Le second point concerne les locomotives à vapeur &amp;");
      },
    );

    test("shows its beginning when it has no such paragraph", async () => {
      const { results } = await search("BOI-RES-IR-000101 § 999", ["BOI-RES-IR-000101"]);
      expect(results[0]?.extrait).toStartWith("Ces lignes précèdent tout point numéroté");
    });
  });

  test("a word to try is spelled as the texts write it", async () => {
    const found = [{ boiId: "BOI-RES-IR-000101", score: 1 }];
    const fulltext = fakeFullText({
      search: async ({ query }) =>
        query.kind === "word" && query.stem === stem("chaudières")
          ? { total: 1, hits: found }
          : { total: 0, hits: [] },
      count: async (query) => (query.kind === "word" && query.stem === stem("chaudières") ? 1 : 0),
      wordsBeginning: async () => new Map([["chaudieres", 1]]),
    });
    const request = { query: readQuery("chauidères"), filter: {}, hasFacets: false, limit: 5, offset: 0 };
    const { avertissements } = await searchDocuments(depsOf(store.database, fulltext), request);
    expect(avertissements).toMatchObject([{ code: "mot_inconnu", essayer: "chaudières" }]);
  });

  test("other requests pass while the excerpts of a page are cut", async () => {
    let fired = 0;
    const seen: number[] = [];
    const timer = setInterval(() => {
      fired += 1;
    }, 1);
    const hit = {
      boiId: "BOI-IR-2",
      get score() {
        Bun.sleepSync(5);
        seen.push(fired);
        return 1;
      },
    };
    const fulltext = fakeFullText({ search: async () => ({ total: 3, hits: [hit, hit, hit] }) });
    const request = { query: readQuery("texte"), filter: {}, hasFacets: false, limit: 3, offset: 0 };
    await searchDocuments(depsOf(store.database, fulltext), request);
    clearInterval(timer);
    expect(new Set(seen).size).toBe(3);
  });

  test("hits keep the order of the index; what left the corpus since is left out", async () => {
    const { results } = await search("texte", [
      "BOI-IR-2",
      "BOI-IR-RETIRE",
      "BOI-IR-DISPARU",
      "BOI-RES-IR-000101",
    ]);
    expect(results.map(({ boi_id, score }) => [boi_id, score])).toEqual([
      ["BOI-IR-2", 10],
      ["BOI-RES-IR-000101", 7],
    ]);
  });
});
