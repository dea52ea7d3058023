/**
 * Workers of one store that are killed anywhere, and a store that is restored from dumps: whatever happens, no log has
 * two signed trees of one size, and each published checkpoint extends those before it.
 */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { parseCheckpoint } from "../../../../bofip/proof/checkpoint.ts";
import { NO_TEXT_LEAF } from "../../../../bofip/proof/leaf.ts";
import type { Database } from "../../../../db/postgres/database.ts";
import { readRoot } from "../../../../db/proof/hashes.ts";
import { appendLeaves } from "../../../../db/proof/leaves.ts";
import { readProofLog } from "../../../../db/proof/logs.ts";
import { openNextLog, sealLog } from "../../../../ingest/proof/open-log.ts";
import { openProver } from "../../../../ingest/proof/prover.ts";
import { proofConfig } from "../../../fixtures/proof.ts";
import { temporaryFolder } from "../../../folders.ts";
import { IS_FULL } from "../../../full/faults/seed.ts";
import { forOneStore } from "../../../servers/stores.ts";

const SEEDS = IS_FULL ? 40 : 4;
const STEPS = 30;
const TABLES = ["proof_logs", "proof_leaves", "proof_nodes", "proof_checkpoints"] as const;

class Killed extends Error {}

forOneStore((_, open) => {
  for (let seed = 1; seed <= SEEDS; seed += 1)
    test(`seed ${seed}`, async () => {
      const store = await open();
      try {
        await play(store.database, seed);
      } finally {
        await store.close();
      }
    }, 120_000);
});

async function play(database: Database, seed: number): Promise<void> {
  const random = randomOf(seed);
  const checkpointFile = join(temporaryFolder(), "tete.txt");
  const prover = await openProver(proofConfig({ checkpointFile }));
  if (prover === null) throw new Error("a key signs");
  const workers = [database, database].map((one) => mortal(one, random));
  const signed = new Map<string, string>();
  const published = new Map<string, number>();
  let dump: Dump | null = null;
  let leaves = 0;
  const actions = [
    async () => {
      const log = await readProofLog(database);
      const added = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
        leaves += 1;
        return { leaf: { ...NO_TEXT_LEAF, evenement: "edition", pgp: leaves } as const, sequence: null };
      });
      if (log !== null) await appendLeaves(database, log.id, added);
    },
    () => Promise.all(workers.map((worker) => unlessKilled(sealLog(worker, prover, new Date())))),
    () => unlessKilled(sealLog(workers[0] ?? database, prover, new Date())),
    async () => {
      dump = await dumpOf(database);
    },
    async () => {
      if (dump !== null && random() < 0.5) await restore(database, dump);
    },
    async () => {
      if (random() < 0.2 && (await readProofLog(database)) !== null)
        await unlessKilled(openNextLog(workers[1] ?? database, prover, new Date()));
    },
  ];
  for (let step = 0; step < STEPS; step += 1) {
    await actions[Math.floor(random() * actions.length)]?.();
    // What a reader may have kept: the file, which is written first, and the checkpoint that is published.
    const file = await Bun.file(checkpointFile)
      .text()
      .catch(() => "");
    const log = await readProofLog(database);
    for (const note of [file, log?.last?.note ?? ""]) check(note, signed);
    if (log?.last != null) {
      const root = Buffer.from(await readRoot(database, log.id, log.last.size)).toString("base64");
      expect(parseCheckpoint(log.last.note)?.root.toString()).toBe(Buffer.from(root, "base64").toString());
      published.set(log.origin, log.last.size);
    }
  }
  await sealLog(database, prover, new Date());
  expect(signed.size).toBeGreaterThan(0);
}

/** One origin and one size have one root, for ever. */
function check(note: string, signed: Map<string, string>): void {
  const read = parseCheckpoint(note);
  if (read === null) return;
  const name = `${read.origin} ${read.size}`;
  const root = Buffer.from(read.root).toString("hex");
  expect(signed.get(name) ?? root).toBe(root);
  signed.set(name, root);
}

/** A store whose worker dies at a statement, before or after the server has done it. */
function mortal(database: Database, random: () => number): Database {
  const client = new Proxy(database.$client, {
    apply(target, self, words) {
      if (random() < 0.05) return Promise.reject(new Killed());
      const result = Reflect.apply(target, self, words);
      return random() < 0.05 ? Promise.resolve(result).then(() => Promise.reject(new Killed())) : result;
    },
    get: (target, name) => {
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return new Proxy(database, {
    get: (target, name) => (name === "$client" ? client : Reflect.get(target, name)),
  });
}

async function unlessKilled(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error;
  });
}

type Dump = Readonly<Record<string, readonly string[]>>;

async function dumpOf(database: Database): Promise<Dump> {
  const tables = TABLES.map(async (table) => {
    const rows = await database.$client.unsafe<{ row: string }[]>(
      `select to_json(t)::text as row from ${table} t`,
    );
    return [table, rows.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}

async function restore(database: Database, dump: Dump): Promise<void> {
  for (const table of TABLES) {
    await database.$client.unsafe(`delete from ${table}`);
    for (const row of dump[table] ?? [])
      await database.$client.unsafe(
        `insert into ${table} select * from json_populate_record(null::${table}, $1::text::json)`,
        [row],
      );
  }
}

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
