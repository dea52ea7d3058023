import { describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Certainty } from "../../../bofip/sources/certainty.ts";
import { fingerprint } from "../../../bofip/text/characters.ts";
import { readDocument } from "../../../src/features/documents/service.ts";
import { readHistory } from "../../../src/features/history/service.ts";
import { readParagraph } from "../../../src/features/paragraphs/service.ts";
import type { AskedText } from "../../../src/schemas/parameters/asked-text.ts";
import { AWAY, NO_VECTORS } from "../../fixtures/absent-stores.ts";
import { SITE, TODAY } from "../../fixtures/site.ts";
import { temporaryFolder } from "../../folders.ts";
import { forEachStore } from "../../servers/stores.ts";
import { contenu, dating, ingester, TEN, writeExport } from "./exports.ts";
import { writeArchive } from "./orders/archives.ts";
import { useOwnStore } from "./own-store.ts";

/** The migration's statement that dates existing content. */
const MIGRATION = readFileSync(join(import.meta.dir, "../../../db/migrations/0026_certainty.sql"), "utf8");
const DAYS_OF_FILES = MIGRATION.slice(MIGRATION.indexOf('UPDATE "wordings"'));

const CORPUS = join(import.meta.dir, "../../../../shared/corpus");
const ID = "BOI-IR-A";
const [FIRST, SECOND] = ["Taux de 10 %.", "Taux de 12 %."] as const;
const SHOWN: AskedText = { kind: "shown" };

const page = (texte: string) =>
  `<p class="numero-de-paragraphe-western" id="1_01">1</p><p class="paragraphe-western">${texte}</p>`;

/** An export of a day with editions of the document, `start: words`. */
const exported = (asOf: string, editions: Readonly<Record<string, string>>) =>
  writeExport([
    ...TEN,
    ...Object.entries(editions).map(([date, texte]) => contenu(ID, { date, pgp: 1, html: page(texte) })),
    dating(asOf),
  ]);

/** An archive with editions of the document. */
const archived = (name: string, editions: Readonly<Record<string, string>>) =>
  writeArchive(
    name,
    Object.entries(editions).map(([date, texte]) => ({
      ...{ boiId: ID, date, pgp: 1, titre: `IR - ${ID}`, html: page(texte) },
    })),
  );

forEachStore((_, open) => {
  const store = useOwnStore(open);
  const deps = () => ({ ...SITE, database: store.database });

  async function receive(...sources: readonly string[]): Promise<void> {
    for (const source of sources)
      await ingester(store.database, `${TODAY}T04:00:00Z`).ingest(source, {
        ...{ fullText: AWAY, vectors: NO_VECTORS },
      });
  }

  /** What is certain of the document on days, « dates, words »; of its shown edition for null. */
  async function certaintiesOn(...days: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const date of days) {
      const { edition } = await readDocument(deps(), ID, { kind: "day", date, knownOn: null });
      found.push(`${date} ${edition.certitude_dates} ${edition.certitude_texte}`);
    }
    return found;
  }

  const editionGiven = async (asked: AskedText) => (await readDocument(deps(), ID, asked)).edition;
  const certaintyIn = ({ jour, certitude_dates, certitude_texte, texte_observe, certitude }: Certainty) => ({
    ...{ jour, certitude_dates, certitude_texte, texte_observe, certitude },
  });

  describe("the dates of an edition", () => {
    test("are attested on its start and as long as a source shows it, not up to the start of the next", async () => {
      await receive(
        exported("2021-01-31", { "2021-01-01": FIRST }),
        exported("2021-03-31", { "2021-02-15": SECOND }),
      );
      const days = ["2021-01-01", "2021-01-31", "2021-02-01", "2021-02-15", "2021-03-31", "2021-04-01"];
      expect((await certaintiesOn(...days)).map((line) => line.split(" ")[1])).toEqual([
        ...["attestee", "attestee", "presumee", "attestee", "attestee", "presumee"],
      ]);
    });

    test("are attested as far as fluxes reach without a gap from a source that holds the document", async () => {
      await receive(
        archived("bofip_stock_live_20210131.tgz", { "2020-01-01": FIRST, "2021-01-01": SECOND }),
        writeArchive("bofip_flux_live_20210201_20210207.tgz", []),
        writeArchive("bofip_flux_live_20210215_20210221.tgz", []),
      );
      expect(await certaintiesOn("2020-01-01", "2020-06-01", "2021-02-07", "2021-02-08")).toEqual([
        "2020-01-01 attestee presumee",
        "2020-06-01 presumee presumee",
        "2021-02-07 attestee presumee",
        "2021-02-08 presumee presumee",
      ]);
      await receive(writeArchive("bofip_flux_live_20210208_20210214.tgz", []));
      expect(await certaintiesOn("2021-02-21", "2021-02-22")).toEqual([
        "2021-02-21 attestee presumee",
        "2021-02-22 presumee presumee",
      ]);
    });

    test("are no longer attested on the days of a source that shows it after its end", async () => {
      await receive(exported("2021-03-31", { "2021-01-01": FIRST }));
      expect(await certaintiesOn("2021-02-01")).toEqual(["2021-02-01 attestee presumee"]);
      await receive(archived("bofip_flux_live_20210401_20210407.tgz", { "2021-02-15": SECOND }));
      expect(await certaintiesOn("2021-02-01")).toEqual(["2021-02-01 presumee presumee"]);
    });
  });

  describe("the words of an edition", () => {
    test("are attested between two sources of one kind that showed them, no other words between", async () => {
      await receive(
        exported("2021-01-31", { "2021-01-01": FIRST }),
        exported("2021-02-28", { "2021-01-01": FIRST }),
        exported("2021-03-31", { "2021-01-01": SECOND }),
        exported("2021-04-30", { "2021-01-01": SECOND }),
      );
      const days = ["2021-01-01", "2021-01-31", "2021-02-28", "2021-03-30", "2021-03-31", "2021-04-30"];
      expect((await certaintiesOn(...days)).map((line) => line.split(" ")[2])).toEqual([
        ...["presumee", "presumee", "presumee", "presumee", "attestee", "attestee"],
      ]);
      const first: AskedText = {
        ...{ kind: "wording", empreinte: fingerprint(FIRST) },
        edition: { date: "2021-01-01", pgp: null },
      };
      expect(certaintyIn(await editionGiven(first))).toEqual({
        ...{ jour: "2021-01-01", certitude_dates: "attestee", certitude_texte: "presumee" },
        texte_observe: { du: "2021-01-31", au: "2021-02-28" },
        certitude: "presumee",
      });
    });

    test("of two kinds of source are seen from the first to the last, and attested by each alone", async () => {
      await receive(
        archived("bofip_stock_live_20210131.tgz", { "2021-01-01": FIRST }),
        exported("2021-02-28", { "2021-01-01": FIRST }),
        exported("2021-03-31", { "2021-01-01": FIRST }),
      );
      expect(await certaintiesOn("2021-01-31", "2021-02-15", "2021-03-15")).toEqual([
        "2021-01-31 attestee attestee",
        "2021-02-15 attestee presumee",
        "2021-03-15 attestee attestee",
      ]);
      expect((await editionGiven(SHOWN)).texte_observe).toEqual({ du: "2021-01-31", au: "2021-03-31" });
    });
  });

  describe("an edition given", () => {
    test("is that of today while it is in force, and says the same of that day when it is asked", async () => {
      await receive(exported("2021-01-31", { "2021-01-01": FIRST }));
      const shown = await editionGiven(SHOWN);
      expect(certaintyIn(shown)).toEqual({
        ...{ jour: TODAY, certitude_dates: "presumee", certitude_texte: "presumee" },
        texte_observe: { du: "2021-01-31", au: "2021-01-31" },
        certitude: "presumee",
      });
      expect(await editionGiven({ kind: "day", date: TODAY, knownOn: null })).toEqual(shown);
      const { versions } = await readHistory(store.database, ID, TODAY);
      expect(versions[0]).toMatchObject(certaintyIn(shown));
    });

    test("is that of its start once it has ended", async () => {
      await receive(
        exported("2021-01-31", { "2021-01-01": FIRST }),
        exported("2021-03-31", { "2021-02-15": SECOND }),
      );
      const ended = await editionGiven({ kind: "edition", date: "2021-01-01" });
      expect(ended).toMatchObject({ jour: "2021-01-01", certitude_dates: "attestee" });
      expect(await editionGiven({ kind: "day", date: "2021-01-01", knownOn: null })).toEqual(ended);
      const { versions } = await readHistory(store.database, ID, TODAY);
      expect(versions.map(({ jour }) => jour)).toEqual([TODAY, "2021-01-01"]);
    });

    test("with a § says when its text was first received, and from which file", async () => {
      await receive(
        archived("bofip_stock_live_20210131.tgz", { "2021-01-01": FIRST }),
        exported("2021-02-28", { "2021-01-01": FIRST }),
      );
      const { edition } = await readParagraph(deps(), { boiId: ID, asked: SHOWN, numero: "1" });
      expect(edition).toMatchObject({
        ...(await editionGiven(SHOWN)),
        recue_le: `${TODAY}T04:00:00.000Z`,
        provenance: {
          ...{ genre: "archive", fichier: "bofip_stock_live_20210131.tgz", date_source: "2021-01-31" },
          empreinte_fichier: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      });
    });
  });

  test("what was held before the days of sources were kept has none until a source shows it again", async () => {
    const source = exported("2021-01-31", { "2021-01-01": FIRST });
    await receive(source);
    // The state left by a release that did not record files.
    await store.database.$client`
      update wordings set source_order = '2021-01-01', recue_le = null, fichier = null, empreinte_fichier = null,
        date_source = null, shown_from = null, shown_until = null`;
    expect((await editionGiven(SHOWN)).texte_observe).toEqual({ du: null, au: null });
    await receive(source);
    expect((await editionGiven(SHOWN)).texte_observe).toEqual({ du: "2021-01-31", au: "2021-01-31" });
    await receive(exported("2021-02-28", { "2021-01-01": FIRST }));
    expect((await editionGiven(SHOWN)).texte_observe).toEqual({ du: "2021-01-31", au: "2021-02-28" });
  });

  test("what a release before the days of sources held has the day under which each of its files was kept", async () => {
    await receive(
      archived("bofip_stock_live_20210131.tgz", { "2021-01-01": FIRST }),
      exported("2021-02-28", { "2021-01-01": SECOND }),
    );
    const { $client: sql } = store.database;
    await sql`update wordings set date_source = null, shown_from = null, shown_until = null`;
    await sql.unsafe(DAYS_OF_FILES);
    const rows = await sql<Record<string, string>[]>`
      select date_source, shown_from, shown_until
      from wordings w join editions e on e.id = w.edition_id where e.boi_id = ${ID} order by w.source_kind`;
    expect(rows.map((days) => Object.values(days))).toEqual([
      ["2021-01-31", "2021-01-31", "2021-01-31"],
      ["2021-02-28", "2021-02-28", "2021-02-28"],
    ]);
  });

  describe.skipIf(!existsSync(CORPUS))("the real corpus (skipped without ../shared)", () => {
    test("does not attest in 2020 words that were received in 2026", async () => {
      const folder = temporaryFolder();
      for (const name of [
        ...["bofip-vigueur.jsonl.gz", "bofip_stock_live_20260521.tgz"],
        ...["bofip_flux_live_20260522_20260528.tgz", "bofip_flux_live_20260529_20260604.tgz"],
      ])
        copyFileSync(join(CORPUS, name), join(folder, name));
      await receive(folder);
      const asked: AskedText = { kind: "day", date: "2020-01-01", knownOn: null };
      const { edition } = await readDocument(deps(), "BOI-IR-DOMIC-30", asked);
      expect(edition).toMatchObject({
        ...{ jour: "2020-01-01", certitude_dates: "attestee" },
        ...{ certitude_texte: "presumee", certitude: "presumee" },
      });
      expect(edition.texte_observe.du?.slice(0, 4)).toMatch(/^202[56]$/);
    });
  });
});
