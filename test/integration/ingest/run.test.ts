import { describe, expect, test } from "bun:test";
import { NO_FILTER } from "../../../db/engine/document-filter.ts";
import { readRevision } from "../../../db/queries/corpus.ts";
import { findDocument } from "../../../db/queries/documents.ts";
import { DERIVATION_VERSION } from "../../../ingest/parse/derive.ts";
import { openFullTextReader } from "../../../search/fulltext/open.ts";
import { readDocument } from "../../../src/features/documents/service.ts";
import { EMBEDDED_ENGINES } from "../../fixtures/engines.ts";
import { SITE } from "../../fixtures/site.ts";
import { temporaryFolder } from "../../folders.ts";
import { forEachStore } from "../../servers/stores.ts";
import { ingestInAnyOrder } from "./any-order.ts";
import {
  actualite,
  changesOf,
  contenu,
  dating,
  emptyStore,
  ingester,
  TEN,
  versionsOf,
  visibleState,
  writeExport,
} from "./exports.ts";
import { useOwnStore } from "./own-store.ts";

const A = contenu("BOI-IR-A", { date: "2021-01-01", pgp: 1, texte: "Première rédaction." });
const A_NEXT = contenu("BOI-IR-A", { date: "2021-03-01", pgp: 1, texte: "Deuxième rédaction." });
const JANUARY = dating("2021-01-31");
const MARCH = dating("2021-03-31");
const MAY = dating("2021-05-31");

forEachStore((_, open) => {
  const store = useOwnStore(open);

  describe("an ingestion run", () => {
    test("stores documents and actualités, dated by the latest record that is not of the future", async () => {
      const future = contenu("BOI-IR-B", { date: "2099-01-01", pgp: 2 });
      const run = await ingester(store.database).ingest(writeExport([...TEN, A, future, JANUARY]));
      expect(run.status).toBe("succeeded");
      expect(run.asOf).toBe("2021-01-31");
      expect(run.counts).toMatchObject({
        records: 13,
        documents: 12,
        actualites: 1,
        created: 12,
        rejected: 0,
        indexed: 12,
      });
      expect(await changesOf(store.database, "BOI-IR-A")).toEqual(["2021-01-01 creation"]);
    });

    test("keeps an article cited alone apart from the range that it begins", async () => {
      const texte =
        "Voir l'article 34 du CGI, les articles 34 à 36 du CGI, les articles L. 55 et suivants du LPF.";
      const citing = contenu("BOI-IR-A", { date: "2021-01-01", pgp: 1, texte });
      await ingester(store.database).ingest(writeExport([...TEN, citing, JANUARY]));
      expect((await findDocument(store.database, "BOI-IR-A", { kind: "shown" }))?.articles).toMatchObject([
        { code: "CGI", article: "34", texte: "article 34 du CGI", etendue: null },
        {
          code: "CGI",
          article: "34",
          texte: "articles 34 à 36 du CGI",
          etendue: { de: "34", a: "36" },
        },
        {
          code: "LPF",
          article: "L. 55",
          texte: "articles L. 55 et suivants du LPF",
          etendue: { de: "L. 55", a: null },
        },
      ]);
    });

    test("changes nothing when the export is the same", async () => {
      const source = writeExport([...TEN, A, JANUARY]);
      const { ingest } = ingester(store.database);
      await ingest(source);
      const [before, revision] = [await visibleState(store.database), await readRevision(store.database)];
      const again = await ingest(source);
      expect(again.counts).toMatchObject({ unchanged: 12, created: 0, modified: 0, retired: 0, indexed: 0 });
      expect(await visibleState(store.database)).toEqual(before);
      expect(await readRevision(store.database)).toBe(revision);
    });

    test("touches nothing for a record that is only written otherwise", async () => {
      const { ingest } = ingester(store.database);
      await ingest(writeExport([A, JANUARY]));
      const revision = await readRevision(store.database);
      const reordered = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(A)).reverse()));
      const run = await ingest(writeExport([reordered, JANUARY]));
      expect(run.counts).toMatchObject({ unchanged: 2, modified: 0 });
      expect(await readRevision(store.database)).toBe(revision);
    });

    test("keeps the notice of a move, all that it names, reserved numbers and images", async () => {
      const { ingest } = ingester(store.database);
      const html = "<p>Le présent document est transféré aux BOI-IR-B et BOI-IR-C.</p>";
      const tombstone = contenu("BOI-IR-A", { date: "2021-03-01", pgp: 1, html });
      const number = (text: string) => `<p class="numero-de-paragraphe-western">${text}</p>`;
      const formula = contenu("BOI-IR-D", {
        date: "2021-01-01",
        pgp: 4,
        html: `${number("10")}<p>Soit <img alt="a + b" src="/f.png">.</p>${number("(20 à 40)")}`,
      });
      await ingest(writeExport([A, formula, JANUARY]));
      await ingest(writeExport([tombstone, formula, MARCH]));
      const read = (boiId: string) =>
        readDocument({ ...SITE, database: store.database }, boiId, { kind: "shown" });
      expect(await read("BOI-IR-A")).toMatchObject({
        statut: "transfere",
        contenu_texte: "Première rédaction.",
        transfere_vers: "BOI-IR-B",
        transferts: ["BOI-IR-B", "BOI-IR-C"],
        avis: "Le présent document est transféré aux BOI-IR-B et BOI-IR-C.",
      });
      expect(await read("BOI-IR-D")).toMatchObject({
        contenu_texte: "Soit [formule : a + b].",
        paragraphes_reserves: [{ de: "20", a: "40" }],
        images: [{ alt: "a + b", url: "https://bofip.impots.gouv.fr/f.png" }],
      });
    });

    test("adds an edition, and a change, when the date is new", async () => {
      const { ingest } = ingester(store.database);
      await ingest(writeExport([A, JANUARY]));
      const run = await ingest(writeExport([A_NEXT, MARCH]));
      expect(run.counts).toMatchObject({ modified: 1, created: 0 });
      expect(await versionsOf(store.database, "BOI-IR-A")).toEqual([
        "2021-01-01 remplace 2021-03-01",
        "2021-03-01 en_vigueur …",
      ]);
      expect(await changesOf(store.database, "BOI-IR-A")).toEqual([
        "2021-01-01 creation",
        "2021-03-01 modification",
      ]);
    });

    test("replaces the content of an edition that was corrected under its own date, without a change", async () => {
      const corrected = contenu("BOI-IR-A", { date: "2021-01-01", pgp: 1, texte: "Rédaction corrigée." });
      const { ingest } = ingester(store.database);
      await ingest(writeExport([A, JANUARY]));
      const run = await ingest(writeExport([corrected, JANUARY], "2026-01-02T00:00:00Z"));
      expect(run.counts).toMatchObject({ modified: 1, indexed: 1 });
      expect(await textsOf("BOI-IR-A")).toEqual(["Rédaction corrigée."]);
      expect(await changesOf(store.database, "BOI-IR-A")).toEqual(["2021-01-01 creation"]);
    });

    test("withdraws a document that leaves, from the as-of date of the first export without it", async () => {
      const { ingest } = ingester(store.database);
      await ingest(writeExport([...TEN, A, JANUARY]), { forced: false });
      const source = writeExport([...TEN, MARCH]);
      const run = await ingest(source);
      expect(run.counts.retired).toBe(1);
      await ingest(writeExport([...TEN, MAY]));
      expect(await versionsOf(store.database, "BOI-IR-A")).toEqual(["2021-01-01 retire 2021-03-31"]);
      expect(await changesOf(store.database, "BOI-IR-A")).toEqual([
        "2021-01-01 creation",
        "2021-03-31 retrait",
      ]);
    });

    test("reinstates a document that comes back as it was, and forgets its absence", async () => {
      const { ingest } = ingester(store.database);
      await ingest(writeExport([...TEN, A, JANUARY]));
      await ingest(writeExport([...TEN, MARCH]));
      await ingest(writeExport([...TEN, A, MAY]));
      expect(await versionsOf(store.database, "BOI-IR-A")).toEqual(["2021-01-01 en_vigueur …"]);
      expect(await changesOf(store.database, "BOI-IR-A")).toEqual(["2021-01-01 creation"]);
    });

    test("keeps under two PGP numbers the latest as current, the other as an edition, and says so", async () => {
      const older = contenu("BOI-IR-B", { date: "2016-09-01", pgp: 2163 });
      const newer = contenu("BOI-IR-B", { date: "2018-08-27", pgp: 2292 });
      const run = await ingester(store.database).ingest(writeExport([newer, older, JANUARY]));
      expect(await versionsOf(store.database, "BOI-IR-B")).toEqual([
        "2016-09-01 remplace 2018-08-27",
        "2018-08-27 en_vigueur …",
      ]);
      expect(run.counts).toMatchObject({ created: 1, rejected: 0 });
      expect(run.errors.map(({ identifiant }) => identifiant)).toEqual(["BOI-IR-B"]);
    });

    test("attaches an actualité to the documents that it names", async () => {
      const news = actualite(
        "ACTU-2021-00007",
        "2021-01-05",
        "Publication de BOI-IR-A, et de BOI-IR-BASE-10.",
      );
      await ingester(store.database).ingest(writeExport([...TEN, A, news]));
      const rows = await store.database.$client`select target from actualite_references order by target`;
      expect(rows.map((row) => row["target"])).toEqual(["BOI-IR-A", "BOI-IR-BASE-10"]);
    });

    test("makes documents findable, and those withdrawn no more", async () => {
      const { ingest, reader } = indexed();
      await ingest(
        writeExport([
          ...TEN,
          contenu("BOI-IR-A", { date: "2021-01-01", pgp: 1, texte: "Les gabelles." }),
          JANUARY,
        ]),
      );
      const request = {
        query: { kind: "word", stem: "gabel" },
        filter: NO_FILTER,
        limit: 5,
        offset: 0,
      } as const;
      expect((await reader.search(request)).hits.map(({ boiId }) => boiId)).toEqual(["BOI-IR-A"]);
      await ingest(writeExport([...TEN, MARCH]));
      expect((await reader.search(request)).total).toBe(0);
      await reader.close();
    });
  });

  describe("the order of ingestion makes no difference", () => {
    const exportsOfSpring = () => [
      writeExport([...TEN, A, JANUARY], "2021-02-01T00:00:00Z"),
      writeExport([...TEN, A_NEXT, MARCH], "2021-04-01T00:00:00Z"),
      writeExport([...TEN.slice(1), MAY], "2021-06-01T00:00:00Z"),
    ];
    const exportsOfOneDay = () => [
      writeExport([...TEN, A, MARCH], "2021-04-01T08:00:00Z"),
      writeExport(
        [...TEN.slice(1), contenu("BOI-IR-A", { date: "2021-01-01", pgp: 1, texte: "Corrigé." }), MARCH],
        "2021-04-01T09:00:00Z",
      ),
      writeExport([...TEN.slice(1), MARCH], "2021-04-01T10:00:00Z"),
    ];

    test.each([
      { promise: "successive exports", sources: exportsOfSpring },
      { promise: "exports of one as-of date", sources: exportsOfOneDay },
    ])("$promise", async ({ sources }) => {
      const files = sources();
      const [first, second, third] = files;
      if (first === undefined || second === undefined || third === undefined)
        throw new Error("three exports");
      const states: unknown[] = [];
      for (const order of [
        files,
        [third, second, first],
        [second, third, first],
        [third, first, second, third],
      ]) {
        await emptyStore(store.database);
        for (const source of order) await ingestInAnyOrder(store.database, source);
        states.push(await visibleState(store.database));
      }
      for (const state of states.slice(1)) expect(state).toEqual(states[0]);
    });
  });

  describe("a parser fix", () => {
    test("reaches every stored edition and makes no change of the doctrine", async () => {
      const { ingest } = ingester(store.database);
      const source = writeExport([...TEN, A, JANUARY]);
      await ingest(source);
      const expected = await visibleState(store.database);
      await store.database
        .$client`update editions set derivation_version = ${DERIVATION_VERSION - 1}, text_hash = 'old'`;
      await store.database.$client`update edition_contents set contenu_texte = 'ancien texte'`;
      await store.database
        .$client`update actualites set derivation_version = ${DERIVATION_VERSION - 1}, contenu_texte = ''`;
      const run = await ingest(source);
      expect(run.counts).toMatchObject({ rederived: 12, created: 0, modified: 0, unchanged: 12 });
      expect(await visibleState(store.database)).toEqual(expected);
    });
  });

  function indexed() {
    const dataDir = temporaryFolder();
    const { ingest } = ingester(store.database, undefined, dataDir);
    return { ingest, reader: openFullTextReader({ ...EMBEDDED_ENGINES, dataDir }) };
  }

  async function textsOf(boiId: string): Promise<string[]> {
    const rows = await store.database.$client<{ texte: string }[]>`
      select contenu_texte as texte from editions join edition_contents on edition_id = id where boi_id = ${boiId}`;
    return rows.map(({ texte }) => texte);
  }
});
