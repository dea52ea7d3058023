import { parseArgs } from "node:util";
import { MAX_BATCH } from "../../../db/admission/queue.ts";
import { STATEMENT } from "./leases/inputs.ts";
import { executionMs } from "./leases/store.ts";

/** What a request costs and how servers are filled: milliseconds of processor time, shares, counts. */
export interface Inputs {
  /** An answer that is made, and one that is kept, in the API's process. */
  readonly newMs: number;
  readonly keptMs: number;
  /** PostgreSQL's reading for a new answer; admission apart. */
  readonly readMs: number;
  readonly wordsMs: number;
  readonly meaningMs: number;
  /** Of new answers, those that ask Qdrant. */
  readonly meaningShare: number;
  /** How full a core is to be. */
  readonly load: number;
  readonly coresAServer: number;
  readonly connectionsAProcess: number;
  readonly gigabytesAProcess: number;
}

/** docs/scale.md, « Ce que coûte une demande ». */
export const INPUTS: Inputs = {
  newMs: 2.5,
  keptMs: 0.25,
  readMs: 0.5,
  wordsMs: 4,
  meaningMs: 7,
  meaningShare: 0.1,
  load: 2 / 3,
  coresAServer: 16,
  connectionsAProcess: 10,
  gigabytesAProcess: 0.8,
};

/** What a rate asks for; cores are already at the load that they may have. */
export interface Needs {
  readonly processes: number;
  readonly readCores: number;
  readonly admission: Admission;
  readonly wordsCores: number;
  readonly meaningCores: number;
  readonly connections: number;
  readonly gigabytes: number;
}

/** The primary's part: every process sends one statement at a time, which those that arrive meanwhile wait for. */
export interface Admission {
  readonly statementsPerSecond: number;
  readonly batch: number;
  readonly cores: number;
  /** How long statements of all processes on one key take, one after the other. */
  readonly oneKeyMs: number;
  /** Requests a second whose batches all have one key in common, whatever cores there are, their other keys apart. */
  readonly commonKeyCeiling: number;
}

export function needs(inputs: Inputs, perSecond: number, keptShare: number, batchLimit: number): Needs {
  const made = perSecond * (1 - keptShare);
  const cores = (requests: number, ms: number) => (requests * ms) / 1_000 / inputs.load;
  const apiMs = (1 - keptShare) * inputs.newMs + keptShare * inputs.keptMs;
  const processes = Math.ceil(cores(perSecond, apiMs));
  return {
    processes,
    readCores: cores(made, inputs.readMs),
    admission: admissionOf(inputs, perSecond, processes, batchLimit),
    wordsCores: cores(made, inputs.wordsMs),
    meaningCores: cores(made * inputs.meaningShare, inputs.meaningMs),
    connections: processes * inputs.connectionsAProcess,
    gigabytes: processes * inputs.gigabytesAProcess,
  };
}

/** A batch is what arrives while the statement before it is under way: found by iteration, from the lone request. */
const ITERATIONS = 50;

function admissionOf(inputs: Inputs, perSecond: number, processes: number, batchLimit: number): Admission {
  const arrivingAMs = perSecond / processes / 1_000;
  let batch = 1;
  for (let turn = 0; turn < ITERATIONS; turn += 1) {
    const takenMs = STATEMENT.transitMs + executionMs(STATEMENT, batch);
    batch = Math.min(batchLimit, Math.max(1, arrivingAMs * takenMs));
  }
  const statementsPerSecond = perSecond / batch;
  return {
    statementsPerSecond,
    batch,
    cores: (statementsPerSecond * executionMs(STATEMENT, batch)) / 1_000 / inputs.load,
    oneKeyMs: processes * executionMs(STATEMENT, 1),
    commonKeyCeiling: (1_000 * batchLimit) / executionMs(STATEMENT, batchLimit),
  };
}

/** PostgreSQL's default, and what a primary serves without a pool in front. */
const USUAL_CONNECTIONS = 100;
const MANY_CONNECTIONS = 500;
/** A wait that callers notice beside an answer that is kept. */
const NOTICED_MS = 20;

interface Limit {
  readonly isReached: (needs: Needs, inputs: Inputs, perSecond: number) => boolean;
  /** What gives, and what must change. */
  readonly change: string;
}

const LIMITS: readonly Limit[] = [
  {
    isReached: ({ processes }) => processes > 1,
    change: "plusieurs processus d'API, derrière un mandataire qui envoie une adresse au même processus",
  },
  {
    isReached: ({ connections }) => connections > USUAL_CONNECTIONS,
    change: "max_connections de PostgreSQL, 100 par défaut",
  },
  {
    isReached: ({ readCores, admission }, { coresAServer }) => readCores + admission.cores > coresAServer,
    change: "des répliques pour les lectures (DATABASE_READ_URL) : le primaire garde l'admission",
  },
  {
    isReached: ({ wordsCores }, { coresAServer }) => wordsCores > coresAServer,
    change: "plusieurs serveurs Meilisearch",
  },
  {
    isReached: ({ meaningCores }, { coresAServer }) => meaningCores > coresAServer,
    change: "un cluster Qdrant (QDRANT_SHARDS, QDRANT_REPLICAS)",
  },
  {
    isReached: ({ admission }, _, perSecond) => perSecond > admission.commonKeyCeiling,
    change:
      "l'admission de lots pleins qui ont une clé en commun : des lots plus petits (--batch=64), une instruction dont le coût ne croît pas comme le carré de ses clés, ou celle-là à part (code)",
  },
  {
    isReached: ({ admission }, { coresAServer }) => admission.cores > coresAServer,
    change:
      "l'admission de clés différentes : des lots qui attendent de grossir, ou les clés partagées entre plusieurs primaires (code)",
  },
  {
    isReached: ({ admission }) => admission.oneKeyMs > NOTICED_MS,
    change:
      "l'attente d'une clé que tous les processus admettent à la fois : la répartir sur moins de processus, ou des baux (code)",
  },
  {
    isReached: ({ connections }) => connections > MANY_CONNECTIONS,
    change:
      "moins de connexions par processus, ce qui n'est pas un réglage aujourd'hui (code), ou PgBouncer en mode session",
  },
];

/** What must change before a rate is served. */
export function changes(inputs: Inputs, perSecond: number, keptShare: number, batchLimit: number): string[] {
  const needed = needs(inputs, perSecond, keptShare, batchLimit);
  return LIMITS.filter(({ isReached }) => isReached(needed, inputs, perSecond)).map(({ change }) => change);
}

const RATES = [1_000, 10_000, 100_000];
const KEPT_SHARES = [0, 0.8, 0.95];
const CHANGES_AT = 0.8;

/**
 * What 1,000, 10,000 and 100,000 requests a second ask for, calculated from costs that are printed first, and what must
 * change before each: the tables of docs/scale.md. `--NAME=` changes an input (`--newMs=5`), `--batch=` the batches.
 */
export async function run(options: readonly string[]): Promise<void> {
  const names = Object.keys(INPUTS);
  const { values } = parseArgs({
    args: [...options],
    options: Object.fromEntries([...names, "batch"].map((name) => [name, { type: "string" }] as const)),
  });
  const given = Object.entries(values).map(([name, value]) => [name, Number(value)] as const);
  const inputs: Inputs = { ...INPUTS, ...Object.fromEntries(given.filter(([name]) => name !== "batch")) };
  const batchLimit = Number(values["batch"] ?? MAX_BATCH);
  for (const [name, value] of Object.entries({ ...inputs, ...STATEMENT, batchLimit }))
    console.log(`${name} = ${Number(value.toFixed(5))}`);
  for (const keptShare of KEPT_SHARES) {
    console.log(`\ng = ${keptShare * 100} % | ${RATES.map((rate) => `${rate}/s`).join(" | ")}`);
    const columns = RATES.map((rate) => needs(inputs, rate, keptShare, batchLimit));
    for (const [title, tell] of ROWS) console.log([title, ...columns.map(tell)].join(" | "));
  }
  let known: readonly string[] = [];
  for (const rate of RATES) {
    const all = changes(inputs, rate, CHANGES_AT, batchLimit);
    const added = all.filter((change) => !known.includes(change));
    console.log(`\nAvant ${rate} par seconde, g = ${CHANGES_AT * 100} % :`);
    for (const change of added) console.log(`- ${change}`);
    known = all;
  }
}

const ROWS: readonly (readonly [string, (needs: Needs) => string])[] = [
  ["processus d'API", ({ processes }) => `${processes}`],
  ["cœurs de PostgreSQL, lectures", ({ readCores }) => rounded(readCores)],
  ["cœurs du primaire, admission de clés différentes", ({ admission }) => rounded(admission.cores)],
  ["instructions d'admission par seconde", ({ admission }) => `${Math.round(admission.statementsPerSecond)}`],
  ["demandes par instruction", ({ admission }) => admission.batch.toFixed(1)],
  ["une clé que tous admettent : un tour (ms)", ({ admission }) => admission.oneKeyMs.toFixed(1)],
  [
    "lots pleins avec une clé commune : plafond (par s)",
    ({ admission }) => `${Math.round(admission.commonKeyCeiling)}`,
  ],
  ["cœurs de Meilisearch", ({ wordsCores }) => rounded(wordsCores)],
  ["cœurs de Qdrant", ({ meaningCores }) => rounded(meaningCores)],
  ["connexions à PostgreSQL", ({ connections }) => `${connections}`],
  ["mémoire des API (Go)", ({ gigabytes }) => rounded(gigabytes)],
];

/** Cores and gigabytes are bought whole. */
function rounded(quantity: number): string {
  return `${Math.ceil(quantity)}`;
}
