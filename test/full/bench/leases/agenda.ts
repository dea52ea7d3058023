interface Event {
  readonly atMs: number;
  readonly rank: number;
  readonly act: () => void;
}

/** Simulated time: acts in the order of their instants, and of their entry at one instant. A binary heap. */
export class Agenda {
  private readonly heap: Event[] = [];
  private entered = 0;
  nowMs = 0;

  after(delayMs: number, act: () => void): void {
    this.entered += 1;
    this.heap.push({ atMs: this.nowMs + delayMs, rank: this.entered, act });
    this.rise(this.heap.length - 1);
  }

  /** Plays what is due until an instant. */
  runUntil(endMs: number): void {
    for (let first = this.heap[0]; first !== undefined && first.atMs <= endMs; first = this.heap[0]) {
      const last = this.heap.pop();
      if (last !== undefined && this.heap.length > 0) {
        this.heap[0] = last;
        this.sink(0);
      }
      this.nowMs = first.atMs;
      first.act();
    }
    this.nowMs = endMs;
  }

  private rise(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!this.isBefore(at, parent)) return;
      this.swap(at, parent);
      at = parent;
    }
  }

  private sink(from: number): void {
    for (let at = from; ; ) {
      const left = 2 * at + 1;
      const smaller = left + 1 < this.heap.length && this.isBefore(left + 1, left) ? left + 1 : left;
      if (smaller >= this.heap.length || !this.isBefore(smaller, at)) return;
      this.swap(at, smaller);
      at = smaller;
    }
  }

  private isBefore(one: number, other: number): boolean {
    const [a, b] = [this.heap[one], this.heap[other]];
    if (a === undefined || b === undefined) return false;
    return a.atMs < b.atMs || (a.atMs === b.atMs && a.rank < b.rank);
  }

  private swap(one: number, other: number): void {
    const [a, b] = [this.heap[one], this.heap[other]];
    if (a === undefined || b === undefined) return;
    this.heap[one] = b;
    this.heap[other] = a;
  }
}
