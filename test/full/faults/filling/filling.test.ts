/** Fillings of a language model's vectors, and runs beside them, that are killed by SIGKILL at each kind of step, then go on. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { openRelational } from "../../../../db/postgres/open.ts";
import { readActiveEmbedder } from "../../../../db/queries/corpus.ts";
import { readFillings } from "../../../../search/embeddings/fillings.ts";
import type { VectorIndex } from "../../../../search/vectors/port.ts";
import { openQdrantIndex } from "../../../../search/vectors/qdrant/index.ts";
import { contenu, dating, emptyStore, ingester, writeExport } from "../../../integration/ingest/exports.ts";
import type { ObservedEngine, Observer, Passage, Step } from "../../../servers/observed.ts";
import { observeHttp, qdrantBehind } from "../../../servers/observed-http.ts";
import { observePostgres } from "../../../servers/observed-postgres.ts";
import { type OwnQdrant, startOwnQdrant } from "../../../servers/own-qdrant.ts";
import { createMigratedDatabase, serverAbsence } from "../../../servers/postgres.ts";
import { randomOf } from "../random.ts";
import { FAULT_SEED, IS_FULL, named } from "../seed.ts";

const PROCESS = join(import.meta.dir, "process.ts");
const PREFIX = "essai";
const TIMEOUT_MS = 600_000;
const PASSAGES = 40;

/**
 * A first filling; one that completes anew what an encoder said before, the corpus model having been trained again; a run
 * that changes what a set that answers is made of.
 */
const PHASES = ["first filling", "recomposition", "run beside a set that answers"] as const;
type Phase = (typeof PHASES)[number];

const random = randomOf(FAULT_SEED, "kill points of fillings");
const DRAWN = Array.from({ length: IS_FULL ? 36 : 3 }, (_, index) => ({
  phase: PHASES[index % PHASES.length] ?? "first filling",
  // The last steps swap: they come more often.
  share: index % 4 === 0 ? 1 - random.below(100) / 1_000 : random.below(1_000) / 1_000,
  isDone: random.below(2) === 0,
}));
const POINTS = named(DRAWN, ({ phase }) => phase);

const corpus = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    contenu(`BOI-IR-${index + 1}0`, {
      date: "2020-01-15",
      pgp: index + 1,
      texte: `pension ${index % 20} barème`,
    }),
  );

const title = "a filling killed by SIGKILL";
describe.skipIf(serverAbsence !== null)(
  serverAbsence === null ? title : `${title} (${serverAbsence})`,
  () => {
    let onStep: (step: Step) => Passage = () => ({});
    const observer: Observer = { step: (step) => onStep(step), stage() {} };
    let qdrant: OwnQdrant;
    let qdrantDoor: ObservedEngine;
    let index: VectorIndex;
    let store: RelationalStore;
    let postgresDoor: ObservedEngine;
    let drop = async () => {};

    beforeAll(async () => {
      qdrant = await startOwnQdrant();
      qdrantDoor = observeHttp(qdrantBehind(qdrant.url), observer);
      index = openQdrantIndex({ url: qdrant.url, apiKey: null, prefix: PREFIX });
      const created = await createMigratedDatabase();
      drop = created.drop;
      store = await openRelational({ database: { kind: "server", url: created.url }, dataDir: "" });
      postgresDoor = await observePostgres(created.url, observer);
    }, TIMEOUT_MS);
    afterAll(async () => {
      await Promise.all([postgresDoor?.close(), qdrantDoor?.close()]);
      await store?.close();
      await Promise.all([drop(), qdrant?.discard()]);
    }, TIMEOUT_MS);

    /** What a phase is made of: a filling, or a run. */
    function start(phase: Phase) {
      const source = phase === "run beside a set that answers" ? [exportOf(PASSAGES + 2, "2021-02-28")] : [];
      return Bun.spawn([process.execPath, PROCESS, postgresDoor.url, qdrantDoor.url, PREFIX, ...source], {
        stdout: "ignore",
        stderr: "pipe",
      });
    }

    async function goThrough(phase: Phase): Promise<void> {
      const work = start(phase);
      const errors = await new Response(work.stderr).text();
      expect([await work.exited, errors]).toEqual([0, ""]);
    }

    const exportOf = (count: number, date: string) => writeExport([...corpus(count), dating(date)]);

    /** What precedes the filling of a phase. */
    async function prepare(phase: Phase): Promise<void> {
      await emptyStore(store.database);
      await index.keepOnly([]);
      const ingest = (count: number, date: string) =>
        ingester(store.database).ingest(exportOf(count, date), {
          vectors: { embeddings: { kind: "corpus" }, index },
        });
      await ingest(PASSAGES, "2021-01-31");
      if (phase === "first filling") return;
      await goThrough("first filling");
      if (phase === "recomposition") await ingest(PASSAGES * 2, "2021-02-28");
    }

    /** What readers may be given: a set that answers is whole in both stores, but for what a run is bringing. */
    async function faults(phase: Phase): Promise<string[]> {
      const [filling] = await readFillings(store.database);
      const isRun = phase === "run beside a set that answers";
      if (filling?.isServing !== true) return isRun ? ["the set ceased to answer"] : [];
      const { count } = await index.digest(filling.version);
      const isWhole = isRun ? count >= PASSAGES : count === filling.passages && filling.missing === 0;
      return isWhole ? [] : [`it answers with ${count} passages`];
    }

    /** All that a filling leaves, in an order of its own. */
    async function state(): Promise<unknown> {
      const vectors = await store.database.$client`
      select version, text_hash, encode(components, 'base64') as components from passage_vectors order by 1, 2`;
      const [filling] = await readFillings(store.database);
      const points = await index.digest(filling?.version ?? "");
      return { vectors: [...vectors], filling, points, base: await readActiveEmbedder(store.database) };
    }

    test.each(POINTS.map((point) => [point.phase, point.share, point] as const))(
      "loses nothing, doubles nothing and never answers by half: the %s, step at %f",
      async (phase, share, { isDone }) => {
        await prepare(phase);
        let steps = 0;
        onStep = () => {
          steps += 1;
          return {};
        };
        await goThrough(phase);
        onStep = () => ({});
        const expected = await state();

        await prepare(phase);
        const rank = Math.min(Math.floor(share * steps), steps - 1);
        let seen = 0;
        const work = start(phase);
        const kill = async () => {
          work.kill("SIGKILL");
          await work.exited;
        };
        onStep = () => (seen++ === rank ? (isDone ? { after: kill } : { before: kill }) : {});
        expect(await work.exited).not.toBe(0);
        onStep = () => ({});
        expect(await faults(phase)).toEqual([]);
        await goThrough(phase);
        expect(await faults(phase)).toEqual([]);
        expect(await state()).toEqual(expected);
      },
      TIMEOUT_MS,
    );
  },
);
