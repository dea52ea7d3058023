import type { Random } from "../../faults/random.ts";
import type { Arrival } from "./simulation.ts";

const FINEST = 2 ** 30;

/** A rate that changes with time, and the highest that it reaches. */
export interface Rate {
  readonly peak: number;
  readonly at: (atMs: number) => number;
}

/** Requests at random instants, at a rate a second (drawn at its peak, then thinned). @param keyOf draws their keys. */
export function* traffic(
  random: Random,
  rate: Rate,
  keyOf: (random: Random) => number,
): Generator<Arrival, void> {
  const draw = () => (random.below(FINEST) + 1) / FINEST;
  for (let atMs = 0; ; ) {
    atMs += (-Math.log(draw()) * 1_000) / rate.peak;
    if (draw() * rate.peak <= rate.at(atMs)) yield { atMs, key: keyOf(random) };
  }
}

export function steady(perSecond: number): Rate {
  return { peak: perSecond, at: () => perSecond };
}

/** Five times the rate for a fifth of each second, then nothing. */
export function bursts(perSecond: number): Rate {
  const peak = 5 * perSecond;
  return { peak, at: (atMs) => (atMs % 1_000 < 200 ? peak : 0) };
}

/** Draws keys so that the one of rank r is asked in proportion to 1 / (r + 1)^exponent. */
export function zipf(keys: number, exponent: number): (random: Random) => number {
  const weights = Array.from({ length: keys }, (_, rank) => (rank + 1) ** -exponent);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let reached = 0;
  const bounds = weights.map((weight) => {
    reached += weight / total;
    return reached;
  });
  return (random) => {
    const drawn = random.below(FINEST) / FINEST;
    let [low, high] = [0, keys - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((bounds[middle] ?? 1) > drawn) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
