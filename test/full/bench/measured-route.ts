import {
  type Direct,
  openMeilisearchBare,
  openMeilisearchDirect,
  openReadyDirect,
  openSqliteDirect,
} from "./direct.ts";
import { type BenchRequest, measureFromOutside, type OutsideLoad } from "./load.ts";
import { type MeasuredApi, processorSeconds } from "./processor.ts";
import type { BenchedRoute } from "./routes.ts";
import type { Engines } from "./search-engines.ts";

export const CONCURRENCIES = [1, 8] as const;

export type Engine = "Meilisearch" | "SQLite";

/** One route over one engine. */
export interface MeasuredRoute {
  readonly route: BenchedRoute;
  readonly engine: Engine;
  /** By rank of `CONCURRENCIES`. */
  readonly loads: readonly ComparedLoads[];
}

/** Medians over the rounds, in which the sides take turns. */
interface ComparedLoads {
  /** Of requests that were never asked before; `cpuMs` is processor time of the API for one. */
  readonly unique: Figures & { readonly cpuMs: number };
  /** The engine asked the same by itself, or a bare route with the same bytes. */
  readonly direct: Figures;
  /** The engine alone: Meilisearch without the filter that makes results exact, FTS5 over the same stems; null where there is no such way. */
  readonly bare: Figures | null;
  /** The API asked again what it has just answered. */
  readonly kept: Figures;
}

type Figures = Pick<OutsideLoad, "perSecond" | "p50" | "p95">;

/** Far above what a run asks. */
const UNLIMITED = { minuteLimit: 1_000_000_000, monthlyQuota: 1_000_000_000 };
/** How many requests are asked again and again. */
const KEPT = 40;
/** Asked of each side before it is measured: code that has just started is yet to be compiled. */
const WARM_UP_SHARE = 0.1;
/** Of the rest: one client asks less in the same time than several do. */
const FEW_SHARE = 0.3;

/** Every side of a route, round after round, so that what else the machine does weighs on all of them alike. */
export async function measureRoute(
  engines: Engines,
  api: MeasuredApi,
  engine: Engine,
  route: BenchedRoute,
  pace: { readonly rounds: number; readonly roundMs: number },
): Promise<MeasuredRoute> {
  const key = await engines.key(UNLIMITED);
  // As from so many readers: pages are limited by address.
  const requests = route.requests.map((request, rank) => ({
    ...request,
    headers: { "X-API-Key": key, "X-Forwarded-For": `192.0.${rank >> 8}.${rank & 255}` },
  }));
  const kept = requests.slice(0, KEPT);
  const bodies = await answersOf(api.url, kept);
  const direct = await openDirect(engines, engine, route, bodies);
  const bare = await openBare(engines, engine, route);
  const slices = new Slices(requests.length, pace.rounds);
  const loads: ComparedLoads[] = [];
  try {
    for (const [name, slice] of slices.all) {
      const concurrency = name === "few" ? CONCURRENCIES[0] : CONCURRENCIES[1];
      const compared = await compareRounds(api, { requests, kept, direct, bare }, slice, {
        concurrency,
        durationMs: pace.roundMs,
      });
      if (name !== "warm-up") loads.push(compared);
    }
  } finally {
    await direct.close();
    await bare?.close();
  }
  return { route, engine, loads };
}

type Range = readonly [start: number, end: number];

/** Which requests are for the warm-up, for one client and for several, by round: none is in two of them. */
class Slices {
  readonly all: readonly (readonly [name: "warm-up" | "few" | "many", rounds: readonly Range[]])[];

  constructor(count: number, rounds: number) {
    const warm = Math.max(Math.min(count, KEPT), Math.floor(count * WARM_UP_SHARE));
    const few = warm + Math.floor((count - warm) * FEW_SHARE);
    this.all = [
      ["warm-up", [[0, warm]]],
      ["few", cut(warm, few, rounds)],
      ["many", cut(few, count, rounds)],
    ];
  }
}

function cut(start: number, end: number, rounds: number): Range[] {
  const size = (end - start) / rounds;
  return Array.from({ length: rounds }, (_, round) => [
    Math.floor(start + round * size),
    Math.floor(start + (round + 1) * size),
  ]);
}

interface Sides {
  readonly requests: readonly BenchRequest[];
  readonly kept: readonly BenchRequest[];
  readonly direct: Direct;
  readonly bare: Direct | null;
}

async function compareRounds(
  api: MeasuredApi,
  { requests, kept, direct, bare }: Sides,
  rounds: readonly Range[],
  load: { readonly concurrency: number; readonly durationMs: number },
): Promise<ComparedLoads> {
  const measured: ComparedLoads[] = [];
  for (const [start, end] of rounds) {
    // A route that has few requests has none that was never asked: those it has are asked again.
    const isUnique = end > start && requests.length > KEPT;
    const slice = (all: readonly BenchRequest[]) =>
      isUnique && all.length === requests.length
        ? { requests: all.slice(start, end), isUnique }
        : { requests: all };
    const ask = (url: string, asked: readonly BenchRequest[]) =>
      measureFromOutside({ ...load, url, ...slice(asked) });
    const before = await processorSeconds(api);
    const unique = await ask(api.url, requests);
    const cpuMs = (1_000 * ((await processorSeconds(api)) - before)) / unique.requests;
    measured.push({
      unique: { ...unique, cpuMs },
      direct: await ask(direct.url, direct.requests),
      bare: bare === null ? null : await ask(bare.url, bare.requests),
      kept: await measureFromOutside({ ...load, url: api.url, requests: kept }),
    });
  }
  return medians(measured);
}

function medians(rounds: readonly ComparedLoads[]): ComparedLoads {
  const figures = (side: (round: ComparedLoads) => Figures): Figures => ({
    perSecond: median(rounds.map((round) => side(round).perSecond)),
    p50: median(rounds.map((round) => side(round).p50)),
    p95: median(rounds.map((round) => side(round).p95)),
  });
  const bares = rounds.flatMap(({ bare }) => bare ?? []);
  return {
    unique: {
      ...figures(({ unique }) => unique),
      cpuMs: median(rounds.map(({ unique }) => unique.cpuMs)),
    },
    direct: figures(({ direct }) => direct),
    bare:
      bares.length === 0
        ? null
        : {
            perSecond: median(bares.map(({ perSecond }) => perSecond)),
            p50: median(bares.map(({ p50 }) => p50)),
            p95: median(bares.map(({ p95 }) => p95)),
          },
    kept: figures(({ kept }) => kept),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
}

/** Each request once, in turn. @throws when an answer is not 200. */
async function answersOf(url: string, requests: readonly BenchRequest[]): Promise<string[]> {
  const bodies: string[] = [];
  for (const { path, headers = {}, body } of requests) {
    const answer = await fetch(`${url}${path}`, {
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { method: "POST", body }),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
    bodies.push(text);
  }
  return bodies;
}

/** The engine without what we make of it; null where there is no such way to ask it the same. */
async function openBare(
  engines: Engines,
  engine: Engine,
  { requests, searches }: BenchedRoute,
): Promise<Direct | null> {
  if (searches === undefined) return null;
  if (engine === "Meilisearch") return openMeilisearchBare(engines, searches);
  const isAsked = searches.every(({ kind, q }) => kind === "search" && !q.includes("*"));
  return isAsked ? await openSqliteDirect(engines, requests, true) : null;
}

async function openDirect(
  engines: Engines,
  engine: Engine,
  { requests, searches }: BenchedRoute,
  bodies: readonly string[],
): Promise<Direct> {
  if (searches === undefined) return openReadyDirect(requests.slice(0, bodies.length), bodies);
  return engine === "SQLite" ? openSqliteDirect(engines, requests) : openMeilisearchDirect(engines, searches);
}
