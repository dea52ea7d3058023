/** How a document and its § show the public consultations found in actualités. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { readRevision } from "../../../db/queries/corpus.ts";
import { readDocument } from "../../../src/features/documents/service.ts";
import { readParagraph } from "../../../src/features/paragraphs/service.ts";
import { SITE } from "../../fixtures/site.ts";
import { forEachStore } from "../../servers/stores.ts";
import { actualite, contenu, type Ingester, ingester, TEN, writeExport } from "./exports.ts";

const WHOLE = "BOI-TVA-BASE-10";
const PARTED = "BOI-TVA-BASE-20";
const LINKED = "BOI-TVA-DED-10";
const TOLD_BY_ITSELF = "BOI-TVA-CHAMP-10";
const TOLD_BY_BOTH = "BOI-TVA-CHAMP-20";
const RELY = "Vous pouvez vous prévaloir de ces commentaires jusqu'à leur éventuelle révision.";

const number = (numero: string) => `<p class="numero-de-paragraphe-western">${numero}</p>`;
const HEADED = `${number("1")}<p>Présentation.</p><h1>I. Principe</h1>${number("10")}<p>Un.</p><h1>II. Importations</h1>${number("20")}<p>Deux.</p><h2>A. Base</h2>${number("30")}<p>Trois.</p>`;

const BANNER =
  "<p>Les commentaires contenus dans le présent document font l’objet d’une consultation publique du 1er février 2013 au 28 février 2013 inclus.</p>";

const DOCUMENTS = [
  contenu(WHOLE, { date: "2013-02-01", pgp: 1 }),
  contenu(PARTED, { date: "2013-02-01", pgp: 2, html: HEADED }),
  contenu(LINKED, { date: "2013-02-01", pgp: 3 }),
  contenu(TOLD_BY_ITSELF, {
    date: "2013-02-01",
    pgp: 4,
    html: `${BANNER}<p>${RELY}</p>${number("1")}<p>Un.</p>${number("10")}<p>Ces commentaires font l'objet d'une consultation publique du 1er mai 2014 au 2 mai 2014.</p>`,
  }),
  contenu(TOLD_BY_BOTH, { date: "2013-02-01", pgp: 5, html: `${BANNER}${number("1")}<p>Un.</p>` }),
];
const OPENING = actualite(
  "ACTU-2013-00010",
  "2013-02-01",
  `Les commentaires figurant au ${WHOLE} et au II du ${PARTED} font l'objet d'une consultation publique du 1er février 2013 au 28 février 2013. ${RELY} Documents liés : ${LINKED} Documents liés soumis à consultation publique : ${TOLD_BY_BOTH}`,
);
const PROLONGED = actualite(
  "ACTU-2013-00020",
  "2013-02-27",
  `Les commentaires figurant au ${WHOLE} font l'objet d'une consultation publique, prolongée jusqu'au 31 mars 2013.`,
);
const FINAL = actualite(
  "ACTU-2013-00200",
  "2013-09-04",
  "La présente publication se substitue aux commentaires mis en consultation publique du 01/02/2013 au 31/03/2013.",
);

const CONSULTATION = {
  actualite: "ACTU-2013-00010",
  debut: "2013-02-01",
  fin: "2013-02-28",
  paragraphes: null,
  prevaloir: RELY,
  definitive_le: null,
  actualite_definitive: null,
};

forEachStore((_, open) => {
  let store: RelationalStore;
  let run: Ingester;

  beforeAll(async () => {
    store = await open();
    run = ingester(store.database);
    await ingest(...DOCUMENTS, OPENING);
  });
  afterAll(() => store.close());

  let instant = 0;
  async function ingest(...lines: readonly string[]): Promise<void> {
    instant += 1;
    const issuedAt = new Date(Date.parse("2026-01-01T00:00:00Z") + instant * 1_000).toISOString();
    const { status, message } = await run.ingest(writeExport([...TEN, ...lines], issuedAt));
    expect([status, message]).toEqual(["succeeded", null]);
  }

  const deps = () => ({ database: store.database, ...SITE });
  const consultationsOf = async (boiId: string, date?: string) =>
    (await readDocument(deps(), boiId, date === undefined ? { kind: "shown" } : { kind: "edition", date }))
      .consultations;
  const ofParagraph = async (numero: string) =>
    (await readParagraph(deps(), { boiId: PARTED, asked: { kind: "shown" }, numero })).consultations;

  describe("a document that its own banner says is submitted", () => {
    test("has the consultation, and so has its §, with no announcement", async () => {
      const own = { ...CONSULTATION, actualite: null };
      expect(await consultationsOf(TOLD_BY_ITSELF)).toEqual([own]);
      const { consultations } = await readParagraph(deps(), {
        boiId: TOLD_BY_ITSELF,
        asked: { kind: "shown" },
        numero: "10",
      });
      expect(consultations).toEqual([own]);
    });

    test("has one, with the announcement, when both tell of it", async () => {
      expect(await consultationsOf(TOLD_BY_BOTH)).toEqual([CONSULTATION]);
    });
  });

  describe("a document that an announcement submits", () => {
    test("has the consultation, with the announcement's own sentence", async () => {
      expect(await consultationsOf(WHOLE)).toEqual([CONSULTATION]);
    });

    test("has it for the § of the parts that it names, and they alone have it", async () => {
      expect(await consultationsOf(PARTED)).toEqual([{ ...CONSULTATION, paragraphes: ["20", "30"] }]);
      const [first, before, within, below] = await Promise.all(["1", "10", "20", "30"].map(ofParagraph));
      expect([first, before]).toEqual([[], []]);
      expect([within?.length, below?.length]).toEqual([1, 1]);
    });

    test("no other has it, though the announcement leads there", async () => {
      expect(await consultationsOf(LINKED)).toEqual([]);
    });

    test("a run that brings nothing of it leaves the revision as it is", async () => {
      const before = await readRevision(store.database);
      await ingest(...DOCUMENTS, OPENING);
      expect(await readRevision(store.database)).toBe(before);
    });

    test("its prolongation and its final text join it, on the edition of its first day alone", async () => {
      const next = contenu(WHOLE, { date: "2013-09-04", pgp: 1, texte: "Les commentaires définitifs." });
      await ingest(next, ...DOCUMENTS.slice(1), OPENING, PROLONGED, FINAL);
      expect(await consultationsOf(WHOLE)).toEqual([]);
      expect(await consultationsOf(WHOLE, "2013-02-01")).toEqual([
        {
          ...CONSULTATION,
          fin: "2013-03-31",
          definitive_le: "2013-09-04",
          actualite_definitive: "ACTU-2013-00200",
        },
      ]);
    });
  });
});
