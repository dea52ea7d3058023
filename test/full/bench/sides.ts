import { type BenchRequest, measureFromOutside, percentiles } from "./load.ts";

/** A service that is compared with others on the same requests. */
export interface Side {
  readonly url: string;
  readonly key: string;
  /** What it is asked in place of a request. @param rank of the request. */
  readonly asked?: (request: BenchRequest, rank: number) => BenchRequest;
}

const ROUNDS = 5;

/**
 * One client's median milliseconds on each side, of requests that none was ever asked before. The sides take turns, round
 * after round, so that what else the machine does weighs on all of them alike.
 * @param roundMs the longest that a round of one side lasts.
 */
export async function measureSides(
  requests: readonly BenchRequest[],
  sides: readonly Side[],
  roundMs: number,
): Promise<readonly number[]> {
  const size = Math.floor(requests.length / (ROUNDS + 1));
  // A route that has few requests has none that was never asked: those it has are asked again.
  const isUnique = size > 0;
  const medians = sides.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round += 1) {
    const slice = isUnique ? requests.slice(round * size, (round + 1) * size) : requests;
    for (const [rank, { url, key, asked = (request: BenchRequest) => request }] of sides.entries()) {
      const { p50 } = await measureFromOutside({
        url,
        // As from so many readers: pages are limited by address.
        requests: slice.map(asked).map((request, reader) => ({
          ...request,
          headers: { "X-API-Key": key, "X-Forwarded-For": `192.${round}.${reader >> 8}.${reader & 255}` },
        })),
        isUnique,
        concurrency: 1,
        durationMs: roundMs,
      });
      // The first round compiles.
      if (round > 0) medians[rank]?.push(p50);
    }
  }
  return medians.map((each) => percentiles(each).p50);
}
