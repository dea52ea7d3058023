/** The resident memory of a service in a quiet state and after a load, in bytes. */
interface Trend {
  /** Mean over the first and the last quarter of what followed the warm-up. */
  readonly first: number;
  readonly last: number;
  readonly highest: number;
}

const QUARTERS = 4;

/**
 * @param samples taken at a regular pace.
 * @param warmUp share of them, from 0 to 1, that is left out.
 * @throws when there are too few samples for a trend.
 */
export function trendOf(samples: readonly number[], warmUp: number): Trend {
  const warm = samples.slice(Math.ceil(samples.length * warmUp));
  const length = Math.floor(warm.length / QUARTERS);
  if (length < 3) throw new Error(`${samples.length} samples say nothing of a trend`);
  return {
    first: mean(warm.slice(0, length)),
    last: mean(warm.slice(-length)),
    highest: Math.max(...samples),
  };
}

/** Resident memory of the process that answers there. */
export async function residentBytes(url: string, adminToken: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${adminToken}` } });
  const found = /^process_resident_memory_bytes (\d+)/m.exec(await answer.text());
  if (found === null) throw new Error("the service does not tell its resident memory");
  return Number(found[1]);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
