import { type BenchRequest, measureFromOutside, type OutsideLoad, percentiles } from "./load.ts";

/** A service that is compared with others on the same requests. */
export interface Side {
  readonly url: string;
  readonly key: string;
  /** What it is asked in place of a request. @param rank of the request. */
  readonly asked?: (request: BenchRequest, rank: number) => BenchRequest;
}

const ROUNDS = 5;

/** What several sides took for the same requests. */
export interface ComparedSides {
  /** One client's median milliseconds on each side. */
  readonly medians: readonly number[];
  /** How many requests a side answered by a 404: none of them is in the medians. */
  readonly leftOut: number;
}

/**
 * Compares the sides on requests that none was ever asked before. They take turns, round after round, so that what else
 * the machine does weighs on all of them alike.
 * @param roundMs the longest that a round of one side lasts.
 */
export async function measureSides(
  requests: readonly BenchRequest[],
  sides: readonly Side[],
  roundMs: number,
): Promise<ComparedSides> {
  const size = Math.floor(requests.length / (ROUNDS + 1));
  // A route that has few requests has none that was never asked: those it has are asked again.
  const isUnique = size > 0;
  const medians = sides.map((): number[] => []);
  let leftOut = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const slice = isUnique ? requests.slice(round * size, (round + 1) * size) : requests;
    const loads: OutsideLoad[] = [];
    for (const side of sides)
      loads.push(
        await measureFromOutside({
          url: side.url,
          requests: askedBy(side, slice, round),
          isUnique,
          concurrency: 1,
          durationMs: roundMs,
        }),
      );
    // The first round compiles.
    if (round === 0) continue;
    const { asked, answered } = commonTimes(loads);
    for (const [rank, times] of answered.entries()) medians[rank]?.push(percentiles(times).p50);
    leftOut += asked - (answered[0]?.length ?? 0);
  }
  return { medians: medians.map((each) => percentiles(each).p50), leftOut };
}

/** The requests as one side is asked them, as from so many readers: pages are limited by address. */
function askedBy(
  { key, asked = (request) => request }: Side,
  requests: readonly BenchRequest[],
  round: number,
): BenchRequest[] {
  return requests.map(asked).map((request, reader) => ({
    ...request,
    headers: { "X-API-Key": key, "X-Forwarded-For": `192.${round}.${reader >> 8}.${reader & 255}` },
  }));
}

/** How many requests every load asked, and by load the times of those that none answered by a 404. */
function commonTimes(loads: readonly OutsideLoad[]): {
  readonly asked: number;
  readonly answered: readonly number[][];
} {
  const asked = Math.min(...loads.map(({ times }) => times.length));
  const isAnswered = (rank: number) => loads.every(({ times }) => typeof times[rank] === "number");
  const answered = loads.map(({ times }) =>
    times.slice(0, asked).filter((time, rank): time is number => time !== null && isAnswered(rank)),
  );
  return { asked, answered };
}
