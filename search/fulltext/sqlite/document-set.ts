const BITS = 32;

/** A set of document numbers, one bit each. */
export class DocumentSet {
  private readonly bits: Uint32Array;

  /**
   * An empty set.
   * @param capacity above every number.
   */
  constructor(capacity: number) {
    this.bits = new Uint32Array(Math.ceil(capacity / BITS));
  }

  add(id: number): void {
    const at = id >>> 5;
    this.bits[at] = (this.bits[at] ?? 0) | (1 << (id & 31));
  }

  remove(id: number): void {
    const at = id >>> 5;
    this.bits[at] = (this.bits[at] ?? 0) & ~(1 << (id & 31));
  }

  has(id: number): boolean {
    return ((this.bits[id >>> 5] ?? 0) & (1 << (id & 31))) !== 0;
  }

  /** Union with another set of the same index, in place. */
  addAll({ bits: others }: DocumentSet): void {
    const { bits } = this;
    for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) | (others[at] ?? 0);
  }

  /** Intersection with another set of the same index, in place. */
  keepAll({ bits: others }: DocumentSet): void {
    const { bits } = this;
    for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) & (others[at] ?? 0);
  }

  /** Difference with another set of the same index, in place. */
  removeAll({ bits: others }: DocumentSet): void {
    const { bits } = this;
    for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) & ~(others[at] ?? 0);
  }

  /** The document numbers, increasing. */
  ids(): Uint32Array {
    const ids = new Uint32Array(this.count());
    for (let at = 0, next = 0; next < ids.length; at++) {
      for (let rest = this.bits[at] ?? 0; rest !== 0; rest &= rest - 1)
        ids[next++] = at * BITS + (BITS - 1 - Math.clz32(rest & -rest));
    }
    return ids;
  }

  count(): number {
    let count = 0;
    for (let at = 0; at < this.bits.length; at++) count += bitsOf(this.bits[at] ?? 0);
    return count;
  }
}

/** Number of bits set in a word (H. S. Warren, Hacker's Delight, 5-1). */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
