/** A reproducible source of choices: one of its own for each request, so that any can be made again alone. */
export class Draw {
  #state: number;

  constructor(seed: number, index: number) {
    this.#state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0;
  }

  /** From 0 to `count` - 1. (mulberry32) */
  below(count: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count);
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  oneOf<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error("nothing to draw from");
    return value;
  }

  several<Value>(values: readonly Value[], count: number): Value[] {
    return Array.from({ length: count }, () => this.oneOf(values));
  }
}
