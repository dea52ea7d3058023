/**
 * Entries that wait, each on behalf of someone: those who wait are served one after the other, so that nobody waits
 * behind all that another has asked. When it is full, the latest entry of the one who has most of them leaves.
 */
export class FairQueue<Entry> {
  #size = 0;
  /** By whom they are for, the next one to be served first. */
  readonly #lines = new Map<string, Entry[]>();

  /** @param most entries that may wait, all together. */
  constructor(readonly most: number) {}

  /** Adds an entry. Returns the one that leaves: null while there is room, the entry itself when nobody has more. */
  push(of: string, entry: Entry): Entry | null {
    const leaving = this.#size < this.most ? null : this.#leaving(of, entry);
    if (leaving === entry) return entry;
    const line = this.#lines.get(of) ?? [];
    line.push(entry);
    this.#lines.set(of, line);
    this.#size += 1;
    return leaving;
  }

  /**
   * Removes the next entry; null when none waits.
   * @param mayServe says on whose behalf one may be served now.
   */
  shift(mayServe: (of: string) => boolean = () => true): Entry | null {
    for (const [of, line] of this.#lines) {
      if (!mayServe(of)) continue;
      const next = line.shift();
      // Whom it is for comes after the others next time.
      this.#lines.delete(of);
      if (line.length > 0) this.#lines.set(of, line);
      if (next === undefined) continue;
      this.#size -= 1;
      return next;
    }
    return null;
  }

  /** Removes an entry, if it still waits. */
  remove(entry: Entry): void {
    for (const line of this.#lines.values()) {
      const rank = line.indexOf(entry);
      if (rank < 0) continue;
      line.splice(rank, 1);
      this.#size -= 1;
    }
  }

  #leaving(of: string, entry: Entry): Entry {
    let longest: Entry[] = [];
    for (const line of this.#lines.values()) if (line.length > longest.length) longest = line;
    if (longest.length <= (this.#lines.get(of)?.length ?? 0) + 1) return entry;
    this.#size -= 1;
    return longest.pop() ?? entry;
  }
}
