import { describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readAppliedArchives } from "../../../db/ingestion/sources.ts";
import { readCorpusState } from "../../../db/queries/corpus.ts";
import { AWAY, NO_VECTORS } from "../../fixtures/absent-stores.ts";
import { temporaryFolder } from "../../folders.ts";
import { serveFiles, status } from "../../servers/files.ts";
import { forOneStore } from "../../servers/stores.ts";
import { contenu, dating, ingester, TEN, visibleState, writeExport } from "./exports.ts";
import { entriesOf } from "./orders/archives.ts";
import { useOwnStore } from "./own-store.ts";
import { edition, type TarEntry, tar, writeBytes, writeTgz } from "./sources/tar.ts";

const CORPUS = join(import.meta.dir, "../../../../shared/corpus");
const EXPORT = "bofip-vigueur.jsonl.gz";
const STOCK = "bofip_stock_live_20260521.tgz";
const FLUX = "bofip_flux_live_20260522_20260528.tgz";
const NEXT_FLUX = "bofip_flux_live_20260529_20260604.tgz";
const MANIFEST = "bofip-impots.json";
const NOW = "2026-06-10T04:00:00Z";

forOneStore((_, open) => {
  const store = useOwnStore(open);
  const stateOf = () => readCorpusState(store.database);

  async function ingest(
    source: string,
    options: { now?: string; officialHost?: string; forced?: boolean } = {},
  ) {
    const { now = NOW, ...rest } = options;
    const run = await ingester(store.database, now).ingest(source, {
      ...rest,
      fullText: AWAY,
      vectors: NO_VECTORS,
    });
    return run.status;
  }

  describe.skipIf(!existsSync(CORPUS))("the coverage of the real corpus (skipped without ../shared)", () => {
    /** A folder with some files of the corpus. */
    function some(...names: string[]): string {
      const folder = temporaryFolder();
      for (const name of names) copyFileSync(join(CORPUS, name), join(folder, name));
      return folder;
    }

    test("goes to the day of the stock, then as far as fluxes reach", async () => {
      await ingest(some(STOCK));
      const { coverage, revision } = await stateOf();
      expect(coverage).toMatchObject({ until: "2026-05-21", news: null, gaps: [] });
      await ingest(some(NEXT_FLUX));
      expect((await stateOf()).coverage).toMatchObject({
        until: "2026-05-21",
        gaps: [{ from: "2026-05-22", to: "2026-05-28" }],
      });
      await ingest(some(FLUX));
      const whole = await stateOf();
      expect(whole.coverage).toMatchObject({ until: "2026-06-04", gaps: [] });
      expect(whole.revision).toBeGreaterThan(revision);
    });

    test("stops before a flux that the manifest names and nobody has", async () => {
      expect(await ingest(some(STOCK, FLUX, MANIFEST))).toBe("failed");
      expect((await stateOf()).coverage).toMatchObject({
        until: "2026-05-28",
        gaps: [{ from: "2026-05-29", to: "2026-06-04" }],
      });
    });

    test("is that of the export's newest record for what came by it alone", async () => {
      await ingest(some(EXPORT));
      const day = "2025-12-29";
      expect((await stateOf()).coverage).toMatchObject({
        until: day,
        news: day,
        fromExport: day,
        fromStock: null,
      });
      await ingest(CORPUS);
      expect((await stateOf()).coverage).toEqual({
        until: "2026-06-04",
        news: day,
        fromExport: day,
        fromStock: "2026-06-04",
        gaps: [],
      });
      expect((await stateOf()).surveyedAt).toBeNull();
    });
  });

  describe("coverage", () => {
    test("of the sample is the day of its newest record", async () => {
      await ingest("sample", { now: "2026-12-01T04:00:00Z" });
      expect(await stateOf()).toMatchObject({
        coverage: { until: "2026-09-14", gaps: [] },
        surveyedAt: null,
      });
    });

    test("of an export that nobody dates is not that of a record of the future", async () => {
      await ingest(
        writeExport([...TEN, dating("2026-01-10"), contenu("BOI-IR-A", { date: "2099-01-01", pgp: 1 })]),
      );
      expect((await stateOf()).coverage).toMatchObject({ until: "2026-01-10", news: "2026-01-10" });
    });

    test("does not move by an export that lacks lines", async () => {
      await ingest(writeExport([...TEN, dating("2026-01-10")]));
      await ingest(writeExport([...TEN, dating("2026-02-10"), "{"]));
      expect((await stateOf()).coverage.until).toBe("2026-01-10");
    });

    test("takes the days of a manifest before those of a name", async () => {
      const folder = temporaryFolder();
      const stock = tar(edition("Commentaire/IR/1-PGP/2026-05-20"));
      writeFileSync(join(folder, STOCK), Bun.gzipSync(new Uint8Array(stock)));
      const rows = [{ nom_du_fichier: STOCK, date_de_debut: null, date_de_fin: "2026-05-20" }];
      writeFileSync(join(folder, MANIFEST), JSON.stringify(rows));
      await ingest(folder);
      expect((await stateOf()).coverage.until).toBe("2026-05-20");
    });

    describe("at an archive that is refused", () => {
      const archived = (name: string, ...entries: TarEntry[]) => writeTgz(entries, name);
      const empty = { path: "BOFiP/documents/Contenu/", type: "5" };
      const first = edition("Commentaire/IR/1-PGP/2026-05-20");
      const stray = edition("Commentaire/IR/2-PGP/2026-05-27").map(({ path, ...file }) => ({
        ...file,
        path: path.replace("Contenu", "Contenus"),
      }));
      const begin = () => ingest(archived(STOCK, ...first));

      test.each([
        { what: "with a document out of its place", entries: stray },
        { what: "with one in its place, one out of it", entries: [...first, ...stray] },
        { what: "with nothing in it", entries: [] },
        { what: "that is cut", entries: null },
      ])("stops, tells the gap, and goes on with the next one: $what", async ({ entries }) => {
        await begin();
        const refused =
          entries === null ? writeBytes(Buffer.from("coupée"), FLUX) : archived(FLUX, ...entries);
        expect(await ingest(refused)).toBe("failed");
        const gap = { from: "2026-05-22", to: "2026-05-28" };
        expect((await stateOf()).coverage).toMatchObject({ until: "2026-05-21", gaps: [gap] });
        expect(await ingest(`${refused},${archived(NEXT_FLUX, empty)}`)).toBe("failed");
        expect((await stateOf()).coverage).toMatchObject({ until: "2026-05-21", gaps: [gap] });
        expect(await readAppliedArchives(store.database)).toMatchObject([
          { name: NEXT_FLUX },
          { name: STOCK },
        ]);
        expect(await ingest(archived(FLUX, empty))).toBe("succeeded");
        expect((await stateOf()).coverage).toMatchObject({ until: "2026-06-04", gaps: [] });
      });

      test("writes nothing of it, and names the file", async () => {
        await begin();
        const before = await visibleState(store.database);
        const inPlace = {
          boiId: "BOI-IR-Z",
          date: "2026-05-27",
          pgp: 9,
          titre: "IR - Z",
          html: "<p>Zibeline.</p>",
        };
        const source = archived(FLUX, ...entriesOf(inPlace), ...stray);
        const run = await ingester(store.database, NOW).ingest(source, {
          fullText: AWAY,
          vectors: NO_VECTORS,
        });
        expect(run.message).toContain(`${FLUX} : archive d'un autre format, « BOFiP/documents/Contenus/`);
        expect(await visibleState(store.database)).toEqual(before);
      });

      test("takes the days that a manifest gives it, whenever that came", async () => {
        await begin();
        const folder = temporaryFolder();
        writeFileSync(join(folder, FLUX), "coupée");
        const rows = [{ nom_du_fichier: FLUX, date_de_debut: "2026-05-22", date_de_fin: "2026-05-30" }];
        writeFileSync(join(folder, MANIFEST), JSON.stringify(rows));
        for (const source of [folder, join(folder, FLUX)]) {
          expect(await ingest(source)).toBe("failed");
          expect((await stateOf()).coverage.gaps).toEqual([{ from: "2026-05-22", to: "2026-05-30" }]);
        }
      });
    });

    test("raises the revision only when it moves", async () => {
      const source = writeExport([...TEN, dating("2026-01-10")]);
      await ingest(source);
      await ingest(source);
      const { revision } = await stateOf();
      await ingest(source);
      expect((await stateOf()).revision).toBe(revision);
    });
  });

  describe("official addresses", () => {
    const PAGE = "/api/explore/v2.1/catalog/datasets/bofip-vigueur";
    const ADDRESS = `${PAGE}/exports/jsonl`;
    const lines = (...more: string[]) => `${[...TEN, dating("2026-01-10"), ...more].join("\n")}\n`;
    const page = (instant: string) => ({
      body: JSON.stringify({ dataset_id: "bofip-vigueur", metas: { default: { data_processed: instant } } }),
    });

    async function official(files: Parameters<typeof serveFiles>[0]) {
      const server = await serveFiles(files);
      const ask = (now: string) =>
        ingest(server.url(ADDRESS), { now, forced: false, officialHost: new URL(server.url("/")).host });
      return { server, ask, [Symbol.dispose]: () => server.close() };
    }

    test("date an export by the catalogue, less the day that was not over", async () => {
      using site = await official({
        [ADDRESS]: { body: lines() },
        [PAGE]: page("2026-06-01T22:30:00+00:00"),
      });
      await site.ask("2026-06-02T04:00:00Z");
      expect(await stateOf()).toMatchObject({
        coverage: { until: "2026-06-01", news: "2026-06-01" },
        surveyedAt: new Date("2026-06-02T04:00:00Z"),
      });
      // The same file, made again.
      site.server.files[PAGE] = page("2026-06-04T06:00:00+00:00");
      await site.ask("2026-06-05T04:00:00Z");
      expect((await stateOf()).coverage.until).toBe("2026-06-03");
      // Nothing new at all.
      await site.ask("2026-06-06T04:00:00Z");
      expect(site.server.requests.at(-1)).toMatchObject({ path: ADDRESS, status: 304 });
      expect(await stateOf()).toMatchObject({
        coverage: { until: "2026-06-03" },
        surveyedAt: new Date("2026-06-06T04:00:00Z"),
      });
    });

    test("date it by Last-Modified when the catalogue does not tell", async () => {
      const lastModified = "Thu, 04 Jun 2026 06:00:00 GMT";
      using site = await official({ [ADDRESS]: { body: lines(), lastModified }, [PAGE]: { body: "{}" } });
      await site.ask("2026-06-05T04:00:00Z");
      expect((await stateOf()).coverage.until).toBe("2026-06-03");
    });

    test("of another corpus tell nothing of the one that is held", async () => {
      await ingest("sample", { now: "2026-12-01T04:00:00Z" });
      const held = await stateOf();
      using site = await official({ [ADDRESS]: { body: lines() }, [PAGE]: page("2026-12-01T06:00:00Z") });
      const officialHost = new URL(site.server.url("/")).host;
      expect(await ingest(site.server.url(ADDRESS), { now: "2026-12-02T04:00:00Z", officialHost })).toBe(
        "failed",
      );
      expect(await stateOf()).toMatchObject({ coverage: held.coverage, surveyedAt: null });
    });

    test("of another host do not", async () => {
      const lastModified = "Thu, 04 Jun 2026 06:00:00 GMT";
      using site = await official({
        [ADDRESS]: { body: lines(), lastModified },
        [PAGE]: page("2026-06-04T06:00:00Z"),
      });
      await ingest(site.server.url(ADDRESS));
      expect(await stateOf()).toMatchObject({ coverage: { until: "2026-01-10" }, surveyedAt: null });
    });

    test("that do not answer are no survey", async () => {
      using site = await official({ [ADDRESS]: { body: lines() }, [PAGE]: page("2026-06-04T06:00:00Z") });
      await site.ask("2026-06-05T04:00:00Z");
      site.server.fail(ADDRESS, status(404));
      expect(await site.ask("2026-06-09T04:00:00Z")).toBe("failed");
      expect((await stateOf()).surveyedAt).toEqual(new Date("2026-06-05T04:00:00Z"));
    });

    test("bring what is refused without a word on the days after", async () => {
      using site = await official({ [ADDRESS]: { body: lines() }, [PAGE]: page("2026-06-04T06:00:00Z") });
      await site.ask("2026-06-05T04:00:00Z");
      site.server.files[ADDRESS] = {
        body: `${[contenu("BOI-IR-A", { date: "2026-06-05", pgp: 1 }), "{"].join("\n")}\n`,
      };
      site.server.files[PAGE] = page("2026-06-08T06:00:00Z");
      await site.ask("2026-06-09T04:00:00Z");
      expect((await stateOf()).coverage.until).toBe("2026-06-03");
    });
  });
});
