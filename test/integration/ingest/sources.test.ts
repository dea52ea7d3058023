import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { cpSync, existsSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import { readSource } from "../../../db/queries/corpus.ts";
import type { FullTextIndex } from "../../../search/fulltext/open.ts";
import { temporaryFolder } from "../../folders.ts";
import { forOneStore } from "../../servers/stores.ts";
import { contenu, dating, ingester, statuts, TEN, versionsOf, visibleState, writeExport } from "./exports.ts";
import { writeArchive } from "./orders/archives.ts";
import { useOwnStore } from "./own-store.ts";

const A = contenu("BOI-IR-A", { date: "2021-01-01", pgp: 1, texte: "Première rédaction." });
const A_NEXT = contenu("BOI-IR-A", { date: "2021-03-01", pgp: 1, texte: "Deuxième rédaction." });
const JANUARY = dating("2021-01-31");
const MARCH = dating("2021-03-31");

forOneStore((_, open) => {
  const store = useOwnStore(open);

  describe("a source", () => {
    test("is remembered, and another one is refused unless forced", async () => {
      const { ingest } = ingester(store.database);
      const first = writeExport([A, JANUARY]);
      const second = writeExport([A_NEXT, MARCH]);
      await ingest(first, { forced: false });
      const refused = await ingest(second, { forced: false });
      expect(refused).toMatchObject({ status: "failed", stages: [] });
      expect(refused.message).toMatch(/sans SOURCE ni --source.*DATA_DIR.*--force/s);
      expect(refused.message).toContain(`bun run ingest --source ${second} --force`);
      await ingest(second, { forced: true });
      expect(await readSource(store.database)).toBe(second);
    });

    test.each([
      { held: "sample", brought: () => writeExport([...TEN, A, JANUARY]) },
      { held: writeExport([...TEN, A, JANUARY]), brought: () => "sample" },
      { held: writeExport([...TEN, A, JANUARY]), brought: () => copyOfSample() },
      { held: writeExport([...TEN, A, JANUARY]), brought: () => `sample,${writeExport([A_NEXT, MARCH])}` },
    ])("of another corpus never joins that of the store, even forced ($held)", async ({ held, brought }) => {
      const { ingest } = ingester(store.database, "2026-12-01T00:00:00Z");
      await ingest(held);
      const before = await visibleState(store.database);
      const source = await readSource(store.database);
      const refused = await ingest(brought(), { forced: true });
      expect(refused.status).toBe("failed");
      expect(refused.message).toContain("le corpus d'essai du projet, fictif");
      expect(refused.message).toContain("la doctrine du BOFiP (bofip.impots.gouv.fr)");
      expect(await visibleState(store.database)).toEqual(before);
      expect(await readSource(store.database)).toBe(source);
    });

    test("of the same corpus joins it, though none of its new records says whose it is", async () => {
      const { ingest } = ingester(store.database, "2026-12-01T00:00:00Z");
      const folder = temporaryFolder();
      const of = (name: string) => join(import.meta.dir, "../../../ingest/sample", name);
      cpSync(of("export-2026-03-02.jsonl"), join(folder, "mars.jsonl"));
      expect(await ingest(folder)).toMatchObject({ status: "succeeded" });
      cpSync(of("export-2026-09-14.jsonl"), join(folder, "septembre.jsonl"));
      expect(await ingest(folder)).toMatchObject({ status: "succeeded" });
    });

    test("that names two corpora is refused by an empty store too", async () => {
      const { ingest } = ingester(store.database, "2026-12-01T00:00:00Z");
      const refused = await ingest(`sample,${writeExport([...TEN, A, JANUARY])}`);
      expect(refused).toMatchObject({ status: "failed", message: expect.stringContaining("deux corpus") });
      expect(await statuts(store.database)).toEqual({});
    });

    test("that is an archive of another corpus is refused likewise", async () => {
      const { ingest } = ingester(store.database, "2026-12-01T00:00:00Z");
      await ingest("sample");
      const before = await visibleState(store.database);
      const edition = {
        boiId: "BOI-IR-Z",
        date: "2021-01-01",
        pgp: 9,
        titre: "IR - Z",
        html: "<p>Zibeline.</p>",
        relations: [],
      };
      const refused = await ingest(writeArchive("bofip_stock_live_20260331.tgz", [edition]));
      expect(refused).toMatchObject({ status: "failed", message: expect.stringContaining("deux corpus") });
      expect(await visibleState(store.database)).toEqual(before);
      expect(await readSource(store.database)).toBe("sample");
    });

    test("that is an older export of the same corpus is refused with its date, even forced", async () => {
      const { ingest } = ingester(store.database);
      const older = writeExport([...TEN, A, JANUARY]);
      const newer = writeExport([...TEN, A_NEXT, MARCH]);
      await ingest(newer);
      const before = await visibleState(store.database);
      const refused = await ingest(older, { forced: true });
      expect(refused.status).toBe("failed");
      expect(refused.message).toContain("date du 31 janvier 2021, avant l'export du 31 mars 2021");
      expect(await visibleState(store.database)).toEqual(before);
      expect(await readSource(store.database)).toBe(newer);
    });

    test("that holds an older export beside the newer is taken again as it was", async () => {
      const { ingest } = ingester(store.database);
      const both = `${writeExport([...TEN, A, JANUARY])},${writeExport([...TEN, A_NEXT, MARCH])}`;
      await ingest(both);
      expect(await ingest(both, { forced: true })).toMatchObject({ status: "succeeded", message: null });
    });

    test("that is away fails the run, and the store is as before", async () => {
      const { ingest } = ingester(store.database);
      const run = await ingest(join(temporaryFolder(), "absent.jsonl"));
      expect(run).toMatchObject({ status: "failed", message: expect.stringContaining("Source introuvable") });
      expect(await readSource(store.database)).toBeNull();
    });

    test("that is an archive of an unknown name is refused with a clear message", async () => {
      const path = join(temporaryFolder(), "stock.tgz");
      writeFileSync(path, "");
      const run = await ingester(store.database).ingest(path);
      expect(run).toMatchObject({
        status: "failed",
        message: expect.stringContaining("nom d'archive inconnu"),
      });
    });

    test("that is a folder gives its exports in the order of their as-of dates", async () => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, "a.jsonl"), `${[...TEN, MARCH].join("\n")}\n`);
      writeFileSync(join(folder, "b.jsonl.gz"), Bun.gzipSync(`${[...TEN, A, JANUARY].join("\n")}\n`));
      writeFileSync(join(folder, "LISEZMOI"), "");
      await ingester(store.database).ingest(folder);
      expect(await versionsOf(store.database, "BOI-IR-A")).toEqual(["2021-01-01 retire 2021-03-31"]);
    });

    test("that is the sample fills the store with its two exports", async () => {
      const run = await ingester(store.database, "2026-12-01T00:00:00Z").ingest("sample");
      expect(run).toMatchObject({
        status: "succeeded",
        asOf: "2026-09-14",
        counts: { rejected: 0, modified: 5, retired: 2 },
      });
    });
  });

  describe("a full-text index that fails", () => {
    test("leaves a debt that the run tells and the next one pays", async () => {
      const { ingest, fullText } = ingester(store.database);
      const source = writeExport([...TEN, A, JANUARY]);
      const away = () => Promise.reject(new Error("index absent"));
      const run = await ingest(source, {
        fullText: {
          breakEven: 1,
          openWriter: away,
          rebuild: away,
          removeLeftovers: away,
          isEmbedded: false,
          digest: away,
          generation: away,
        },
      });
      expect(run).toMatchObject({ status: "succeeded", counts: { created: 11, unindexed: 11 } });
      expect(run.message).toContain("index absent");
      expect(await debts()).toBe(1);
      const next = await ingest(source, { fullText });
      expect(next).toMatchObject({ message: null, counts: { indexed: 11, unindexed: 0 } });
      expect(await debts()).toBe(0);
    });

    test("that is only away is left as it is: it may be whole", async () => {
      const { ingest, fullText } = ingester(store.database);
      const source = writeExport([...TEN, A, JANUARY]);
      await ingest(source, { fullText });
      let rebuilds = 0;
      const openWriter = () => Promise.reject(new EngineUnavailable("essai", "index parti un instant"));
      const rebuild: FullTextIndex["rebuild"] = async (fill) => {
        rebuilds += 1;
        await fullText.rebuild(fill);
      };
      const run = await ingest(source, { fullText: { ...fullText, openWriter, rebuild } });
      expect(run.message).toContain("index parti un instant");
      expect([rebuilds, await debts()]).toEqual([0, 1]);
      expect((await ingest(source, { fullText })).message).toBeNull();
      expect(await debts()).toBe(0);
    });

    test.each([
      { state: "lost", spoil: (path: string) => rmSync(path) },
      { state: "damaged", spoil: (path: string) => writeFileSync(path, "pas une base de données") },
      { state: "of another schema", spoil: (path: string) => markSchema(path, 20_003) },
    ])("that is $state is filled anew by the next run", async ({ spoil }) => {
      const dataDir = temporaryFolder();
      const { ingest } = ingester(store.database, undefined, dataDir);
      const source = writeExport([...TEN, A, JANUARY]);
      await ingest(source);
      spoil(realpathSync(join(dataDir, "fulltext.sqlite")));
      expect(await ingest(source)).toMatchObject({ message: null, counts: { indexed: 11, unindexed: 0 } });
    });
  });

  async function debts(): Promise<number> {
    return (await store.database.$client`select 1 from store_debts`).length;
  }
});

/** As if a program with other tables had made the index. */
function markSchema(path: string, version: number): void {
  const database = new Database(path);
  database.run(`PRAGMA user_version = ${version}`);
  database.close();
}

/** The sample at another address: it is recognised by its content. */
function copyOfSample(): string {
  const folder = temporaryFolder();
  cpSync(join(import.meta.dir, "../../../ingest/sample"), folder, { recursive: true });
  return folder;
}

const SHARED = join(import.meta.dir, "../../../../shared/corpus/bofip-vigueur.jsonl.gz");

describe.skipIf(!existsSync(SHARED))("the official corpus (skipped without ../shared)", () => {
  forOneStore((_, open) => {
    test("gives 452 documents and 424 actualités, and nothing new the second time", async () => {
      const store = await open();
      try {
        const { ingest } = ingester(store.database);
        const first = await ingest(SHARED);
        // Three documents come with an earlier edition, whose texts are searched at a date.
        expect(first.counts).toMatchObject({ created: 452, actualites: 424, rejected: 0, indexed: 455 });
        expect(Object.keys(await statuts(store.database))).toHaveLength(452);
        const second = await ingest(SHARED);
        expect(second.counts).toMatchObject({
          unchanged: 879,
          created: 0,
          modified: 0,
          retired: 0,
          indexed: 0,
        });
      } finally {
        await store.close();
      }
    });
  });
});
