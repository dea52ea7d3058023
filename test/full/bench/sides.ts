import { type BenchRequest, percentiles } from "./load.ts";

/** A service that is compared with others on the same requests. */
export interface Side {
  readonly url: string;
  readonly key: string;
  /** What it is asked in place of a request. @param rank of the request. */
  readonly asked?: (request: BenchRequest, rank: number) => BenchRequest;
}

/** What several sides took for the same requests. */
interface ComparedSides {
  /** One client's median milliseconds on each side. */
  readonly medians: readonly number[];
  /** How many requests a side answered by a 404: none of them is in the medians. */
  readonly leftOut: number;
}

/** Asked of each side before it is measured: code that has just started is yet to be compiled. */
const WARM_UP = 100;
/** A route that has fewer requests is asked them again. */
const FEWEST = 500;

/**
 * Compares the sides on requests that none was ever asked before. They take turns, request after request, each the first
 * in its turn, so that what else the machine does weighs on all of them alike.
 * @param mostMs the longest that it lasts.
 */
export async function measureSides(
  requests: readonly BenchRequest[],
  sides: readonly Side[],
  mostMs: number,
): Promise<ComparedSides> {
  const times = sides.map((): number[] => []);
  const most = Math.max(requests.length, FEWEST);
  const endsAt = performance.now() + mostMs;
  let leftOut = 0;
  for (let rank = 0; rank < most && (rank <= WARM_UP || performance.now() < endsAt); rank += 1) {
    const request = requests[rank % requests.length];
    if (request === undefined) break;
    const taken = await askInTurn(sides, request, rank);
    if (rank < WARM_UP) continue;
    if (taken === null) leftOut += 1;
    else for (const [side, time] of taken) times[side]?.push(time);
  }
  return { medians: times.map((each) => percentiles(each).p50), leftOut };
}

/** By side, the milliseconds of its answer; null when one of them answers by a 404. @throws when one answers otherwise */
async function askInTurn(
  sides: readonly Side[],
  request: BenchRequest,
  rank: number,
): Promise<Map<number, number> | null> {
  const taken = new Map<number, number>();
  let isAbsent = false;
  for (const turn of sides.keys()) {
    const place = (turn + rank) % sides.length;
    const { url, key, asked = (same: BenchRequest) => same } = sides[place] ?? { url: "", key: "" };
    const { path, body } = asked(request, rank);
    // As from so many readers: pages are limited by address.
    const headers = { "X-API-Key": key, "X-Forwarded-For": `192.0.${rank >> 8}.${rank & 255}` };
    const startedAt = performance.now();
    const answer = await fetch(`${url}${path}`, {
      headers: { ...headers, "accept-encoding": "identity", "content-type": "application/json" },
      ...(body === undefined ? {} : { method: "POST", body }),
    });
    const text = await answer.text();
    taken.set(place, performance.now() - startedAt);
    isAbsent ||= answer.status === 404;
    if (answer.status !== 200 && answer.status !== 404) throw new Error(`${path}: ${answer.status} ${text}`);
  }
  return isAbsent ? null : taken;
}
