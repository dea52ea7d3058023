import { readdirSync, readFileSync } from "node:fs";
import type { ProofConfig } from "../../../config/proof.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { claimRun, requestRun } from "../../../db/runs/runs.ts";
import type { RunStage, StageReport } from "../../../db/schema/ingestion.ts";
import { runIngestion } from "../../../ingest/run.ts";
import { openFullTextIndex } from "../../../search/fulltext/open.ts";
import { NO_VECTORS } from "../../fixtures/absent-stores.ts";

/** What a stage, or all of them, took; processor seconds of this process and of the sessions of the database. */
interface Spent {
  readonly seconds: number;
  readonly own: number;
  readonly database: number;
}

export interface Ingestion {
  readonly records: number;
  readonly stages: ReadonlyMap<RunStage, Spent>;
  readonly whole: Spent;
  /** Rows that PostgreSQL read, by an index or not. */
  readonly rowsRead: number;
  /** Peak memory of this process, in megabytes. */
  readonly memory: number;
}

/** Ends a run whose stages before it are done. */
const VECTORS: RunStage = "vectors";
const TICKS_A_SECOND = 100;

/**
 * Ingests an export into an empty store and the embedded full-text index, in this thread, up to the vectors, which are
 * left out, and reports the processor time of each stage.
 */
export async function ingestByStages(
  { database }: RelationalStore,
  {
    source,
    url,
    dataDir,
    proof = null,
  }: {
    readonly source: string;
    readonly url: string;
    readonly dataDir: string;
    /** The log of proof; none by default. */
    readonly proof?: ProofConfig | null;
  },
): Promise<Ingestion> {
  const stop = new AbortController();
  const stages = new Map<RunStage, Spent>();
  const sessions = new Map<string, number>();
  const used = () => processorOf(new URL(url).pathname.slice(1), sessions);
  const begun = { at: performance.now(), ...used() };
  let last = begun;
  const since = (before: typeof begun, now: typeof begun): Spent => ({
    seconds: (now.at - before.at) / 1_000,
    own: now.own - before.own,
    database: now.database - before.database,
  });
  const onStage = ({ stage }: StageReport) => {
    const now = { at: performance.now(), ...used() };
    stages.set(stage, sum(stages.get(stage), since(last, now)));
    last = now;
    if (stage === "postings") stop.abort();
  };
  await requestRun(database, { source, forced: false });
  const run = await claimRun(database);
  if (run === null) throw new Error("the run is not there");
  const fullText = openFullTextIndex({ dataDir, fulltext: { kind: "embedded" } });
  const deps = {
    database,
    fullText,
    vectors: NO_VECTORS,
    clock: () => new Date(),
    signal: stop.signal,
    onStage,
    proof,
  };
  const end = await runIngestion(deps, run);
  // An API that starts over the store would ingest first.
  await database.$client`update runs set status = 'succeeded' where id = ${run.id}`;
  stages.delete(VECTORS);
  if (!stages.has("postings")) throw new Error(end.message ?? "the run did not end");
  return {
    records: end.counts.records,
    stages,
    whole: since(begun, last),
    rowsRead: await readRows(database.$client),
    memory: Math.round(process.resourceUsage().maxRSS / 1_024),
  };
}

/** Prints what one record cost, stage by stage. */
export function printIngestion({ records, stages, whole, rowsRead, memory }: Ingestion): void {
  const rate = (records / whole.seconds).toFixed(0);
  const least = (records / (whole.own + whole.database)).toFixed(0);
  console.log(
    `${records} enregistrements : ${rate}/s d'horloge, ${least}/s de processeur (PostgreSQL compris)`,
  );
  console.log("étape | µs de processeur par enregistrement | dont PostgreSQL");
  for (const [name, spent] of [...stages, ["l'ensemble", whole] as const])
    console.log([name, perRecord(spent, records), microseconds(spent.database, records)].join(" | "));
  console.log(`${(rowsRead / records).toFixed(1)} lignes lues par enregistrement ; ${memory} Mo au plus`);
}

/** Prints how what a record costs grows from one corpus to the other, stage by stage: 1 is linear. */
export function printIngestionGrowth(small: Ingestion, large: Ingestion): void {
  console.log(
    `\n## Ingestion, de ${small.records} à ${large.records} enregistrements : coût d'un enregistrement`,
  );
  const wholes = [...small.stages.keys(), "l'ensemble"] as const;
  for (const name of wholes) {
    const of = ({ stages, whole, records }: Ingestion) =>
      perRecord(name === "l'ensemble" ? whole : stages.get(name), records);
    console.log(`${name} | ${of(small)} → ${of(large)} µs | × ${(of(large) / of(small)).toFixed(2)}`);
  }
  const rows = ({ rowsRead, records }: Ingestion) => rowsRead / records;
  console.log(`lignes lues | ${rows(small).toFixed(1)} → ${rows(large).toFixed(1)} par enregistrement`);
}

function perRecord(spent: Spent | undefined, records: number): number {
  return spent === undefined ? Number.NaN : microseconds(spent.own + spent.database, records);
}

function microseconds(seconds: number, records: number): number {
  return Math.round((1e6 * seconds) / records);
}

function sum(one: Spent | undefined, other: Spent): Spent {
  if (one === undefined) return other;
  return {
    seconds: one.seconds + other.seconds,
    own: one.own + other.own,
    database: one.database + other.database,
  };
}

/**
 * Processor seconds so far, of this process and of the sessions of a database, where the system shows it (Linux).
 * @param sessions ticks by process, of those that have ended too.
 */
function processorOf(
  database: string,
  sessions: Map<string, number>,
): { readonly own: number; readonly database: number } {
  const { user, system } = process.cpuUsage();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const title = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      if (!title.startsWith("postgres:") || !title.includes(` ${database} `)) continue;
      // After the name, in parentheses: the 12th and 13th fields are the times of the process in ticks.
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
      sessions.set(pid, Number(fields[11]) + Number(fields[12]));
    } catch {
      // It has ended meanwhile.
    }
  }
  const ticks = sessions.values().reduce((total, one) => total + one, 0);
  return { own: (user + system) / 1e6, database: ticks / TICKS_A_SECOND };
}

async function readRows(sql: RelationalStore["database"]["$client"]): Promise<number> {
  const [row] = await sql<{ rows: number }[]>`
    select (coalesce(sum(seq_tup_read), 0) + coalesce(sum(idx_tup_fetch), 0))::float8 as rows
    from pg_stat_user_tables`;
  return row?.rows ?? Number.NaN;
}
