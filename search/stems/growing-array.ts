const FIRST_SIZE = 1024;

/** A `Uint32Array` that grows at its end. */
export class GrowingArray {
  private values = new Uint32Array(FIRST_SIZE);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Uint32Array(this.values.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length] = value;
    this.length += 1;
  }

  /** What was pushed; a view, good until the next push. */
  view(): Uint32Array {
    return this.values.subarray(0, this.length);
  }
}
