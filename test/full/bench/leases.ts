import { parseArgs } from "node:util";
import { decide } from "../../../db/admission/decide.ts";
import { MAX_BATCH } from "../../../db/admission/queue.ts";
import { removeFolders } from "../../folders.ts";
import { serverAbsence, startOwnServer } from "../../servers/postgres.ts";
import { openService, type TestService } from "../../servers/service.ts";
import { smallSource } from "./corpus.ts";
import type { Limits } from "./leases/account.ts";
import { ANSWER_MS, STATEMENT } from "./leases/inputs.ts";
import { type Outcome, type Scenario, simulate } from "./leases/simulation.ts";
import { bursts, steady, traffic, zipf } from "./leases/traffic.ts";

const POLICIES = [0, 10, 100, 1_000];
const SEED = 20_261_129;
const PLENTY: Limits = { minute: 1e9, month: 1e9 };
/** A process is loaded to two thirds, with what it does beside kept answers: docs/scale.md, 95 % of kept ones. */
const REQUESTS_A_PROCESS = 1_800;
const STORE_CORES = 4;

/**
 * Whether a process should take units of a key ahead (« baux »): a simulation of admission as it is and with leases of
 * 10, 100 and 1,000 units, under traffic of several shapes; the same seed, the same figures. `--measure` times the
 * statement on a PostgreSQL server first, to compare with what the simulation supposes.
 */
export async function run(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: { measure: { type: "boolean", default: false }, seed: { type: "string", default: `${SEED}` } },
  });
  if (values.measure) await measureStatement();
  const seed = Number(values.seed);
  console.log(
    `graine ${seed} ; instruction ${JSON.stringify(STATEMENT)}, réponse ${ANSWER_MS} ms, ${STORE_CORES} cœurs de PostgreSQL pour l'admission sauf mention`,
  );
  for (const { title, scenario } of scenarios(seed)) {
    console.log(`\n${title}\n${HEADING}`);
    for (const units of POLICIES) console.log(lineOf(units, simulate(scenario, units)));
  }
}

const HEADING =
  "bail | réponses/s | attente p50 (ms) | p99 | instructions/s | cœurs | refus | à tort | unités perdues | minute dépassée de | sans réponse";

function lineOf(units: number, outcome: Outcome): string {
  return [
    units === 0 ? "aucun" : units,
    Math.round(outcome.perSecond),
    outcome.waitP50.toFixed(1),
    outcome.waitP99.toFixed(1),
    Math.round(outcome.statementsPerSecond),
    outcome.storeCoresBusy.toFixed(2),
    outcome.refused,
    outcome.wronglyRefused,
    outcome.lost,
    outcome.minuteExcess,
    outcome.unfinished,
  ].join(" | ");
}

interface Titled {
  readonly title: string;
  readonly scenario: Scenario;
}

function scenarios(seed: number): Titled[] {
  const at = (perSecond: number): Scenario => ({
    seed,
    processes: Math.max(2, Math.ceil(perSecond / REQUESTS_A_PROCESS)),
    storeCores: STORE_CORES,
    durationMs: perSecond > 20_000 ? 2_000 : 5_000,
    answerMs: ANSWER_MS,
    statement: STATEMENT,
    batchLimit: MAX_BATCH,
    arrivals: (random) => traffic(random, steady(perSecond), () => 0),
    limitsOf: () => PLENTY,
  });
  const heavy = [1_000, 5_000, 10_000, 20_000, 50_000, 100_000].map((perSecond) => ({
    title: `Une clé, ${perSecond} demandes par seconde, ${at(perSecond).processes} processus`,
    scenario: at(perSecond),
  }));
  const many = [10_000, 50_000, 100_000].flatMap((perSecond) =>
    (perSecond === 10_000 ? [STORE_CORES] : [STORE_CORES, 16]).map((storeCores) => ({
      title: `Mille clés (Zipf 1,1), ${perSecond} par seconde, ${at(perSecond).processes} processus, ${storeCores} cœurs`,
      scenario: {
        ...at(perSecond),
        storeCores,
        arrivals: (random) => traffic(random, steady(perSecond), zipf(1_000, 1.1)),
      } satisfies Scenario,
    })),
  );
  const bursting = [2_000, 10_000].map((perSecond) => ({
    title: `Une clé par bouffées, ${perSecond} par seconde en moyenne, cinq fois plus un cinquième du temps`,
    // Processes for the mean: the bursts are what is looked at.
    scenario: {
      ...at(perSecond),
      processes: at(5 * perSecond).processes,
      arrivals: (random) => traffic(random, bursts(perSecond), () => 0),
    } satisfies Scenario,
  }));
  return [
    ...heavy,
    ...many,
    ...bursting,
    {
      title:
        "Deux cents clés près de la fin de leur quota (200 à 399 unités), 6 processus, 12 000 par seconde",
      scenario: {
        ...at(10_000),
        arrivals: (random) => traffic(random, steady(12_000), (draw) => draw.below(200)),
        limitsOf: (key) => ({ minute: 1e9, month: 200 + key }),
      },
    },
    {
      title: "Cinquante clés à 300 par minute, qui demandent le double, quatre minutes, 6 processus",
      scenario: {
        ...at(10_000),
        durationMs: 240_000,
        arrivals: (random) => traffic(random, steady(500), (draw) => draw.below(50)),
        limitsOf: () => ({ minute: 300, month: 1e9 }),
      },
    },
    ...[256, 64].map((batchLimit) => ({
      title: `Vingt mille clés et une commune (un dixième), 10000 par seconde, la base arrêtée 0,2 s, lots de ${batchLimit}`,
      scenario: {
        ...at(10_000),
        durationMs: 10_000,
        batchLimit,
        pause: { atMs: 2_000, forMs: 200 },
        arrivals: (random) =>
          traffic(random, steady(10_000), (draw) => (draw.below(10) === 0 ? 0 : 1 + draw.below(20_000))),
      } satisfies Scenario,
    })),
    {
      title: "Mille clés (Zipf 1,1), 10000 par seconde, une instruction deux fois plus lente",
      scenario: {
        ...at(10_000),
        storeCores: 2 * STORE_CORES,
        statement: {
          transitMs: 2 * STATEMENT.transitMs,
          fixedMs: 2 * STATEMENT.fixedMs,
          perKeyMs: 2 * STATEMENT.perKeyMs,
          perKeySquaredMs: 2 * STATEMENT.perKeySquaredMs,
        },
        arrivals: (random) => traffic(random, steady(10_000), zipf(1_000, 1.1)),
      },
    },
    {
      title: "Mille clés (Zipf 1,1), 10000 par seconde, un processus tué chaque seconde",
      scenario: {
        ...at(10_000),
        durationMs: 10_000,
        killEveryMs: 1_000,
        arrivals: (random) => traffic(random, steady(10_000), zipf(1_000, 1.1)),
      },
    },
  ];
}

const KEYS = [1, 4, 16, 64, 256];
const STATEMENTS = 300;
/** How many of them send the same key's statement at once. */
const SENDERS = [1, 4, 8];
const SHARERS = 4;
/** Requests of a batch, all of different keys. */
const SHARING = [16, 32, 64, 128, 256];

/** The statement by the number of its keys, then of one key from several connections at once. */
async function measureStatement(): Promise<void> {
  if (serverAbsence !== null) {
    console.log(`Instruction non mesurée : ${serverAbsence}.`);
    return;
  }
  const { url, stop } = await startOwnServer();
  const service = await openService(smallSource(), { database: { kind: "server", url } });
  try {
    await timeStatements(service);
  } finally {
    await service.close();
    await stop();
    removeFolders();
  }
}

async function timeStatements({ database, key }: TestService): Promise<void> {
  for (let made = 0; made < SHARERS * Math.max(...KEYS); made += 1) await key("pro", UNLIMITED);
  const held = await database.$client<{ id: number }[]>`select id from api_keys order by id`;
  const asked = held.map(({ id }) => ({ ...UNLIMITED, keyId: id, requests: 1, chargeable: 1 }));
  const time = async (keys: number, senders: number) => {
    let left = STATEMENTS;
    const startedAt = performance.now();
    const send = async () => {
      for (; left > 0; left -= 1) await decide(database, asked.slice(0, keys));
    };
    await Promise.all(Array.from({ length: senders }, send));
    return (performance.now() - startedAt) / STATEMENTS;
  };
  /** Batches of several processes, each of keys of its own and of the first one. */
  const shared = async (keys: number) => {
    const [common, ...others] = asked;
    if (common === undefined) throw new Error("no key");
    let left = STATEMENTS;
    const startedAt = performance.now();
    const send = async (_: unknown, sender: number) => {
      const own = others.slice(sender * (keys - 1), (sender + 1) * (keys - 1));
      for (; left > 0; left -= 1) await decide(database, [common, ...own]);
    };
    await Promise.all(Array.from({ length: SHARERS }, send));
    return Math.round((STATEMENTS * keys * 1_000) / (performance.now() - startedAt));
  };
  await time(1, 1);
  for (const keys of KEYS)
    console.log(`instruction de ${keys} clé(s) : ${(await time(keys, 1)).toFixed(2)} ms`);
  for (const senders of SENDERS)
    console.log(
      `une clé, ${senders} connexion(s) à la fois : ${Math.round(1_000 / (await time(1, senders)))} instructions/s`,
    );
  for (const keys of SHARING)
    console.log(
      `${SHARERS} connexions, lots de ${keys} clés dont une commune : ${await shared(keys)} demandes/s`,
    );
}

const UNLIMITED = { minuteLimit: 1_000_000_000, monthlyQuota: 1_000_000_000 };
