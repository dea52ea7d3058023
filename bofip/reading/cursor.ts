/** A place in a text that moves on with what is read there. */
export class Cursor {
  readonly #texte: string;
  at = 0;

  constructor(texte: string) {
    this.#texte = texte;
  }

  /** Reads a sticky pattern where the cursor stands and moves behind it; null, without a move, when it is not there. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.#texte);
    if (match) this.at = pattern.lastIndex;
    return match;
  }

  /**
   * Reads a sticky pattern where it stands next, and moves behind it; null, without a move, when it is nowhere further.
   * @param start a global pattern that is found wherever the other stands, at less cost.
   */
  takeNext(start: RegExp, pattern: RegExp): RegExpExecArray | null {
    start.lastIndex = this.at;
    for (let place = start.exec(this.#texte); place; place = start.exec(this.#texte)) {
      pattern.lastIndex = place.index;
      const match = pattern.exec(this.#texte);
      if (match) {
        this.at = pattern.lastIndex;
        return match;
      }
      start.lastIndex = place.index + 1;
    }
    return null;
  }

  /** Whether a sticky pattern stands where the cursor does; it does not move. */
  sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.#texte);
  }

  /** What `read` gives; when it gives null the cursor goes back to where it was. */
  attempt<Result>(read: () => Result | null): Result | null {
    const start = this.at;
    const result = read();
    if (result === null) this.at = start;
    return result;
  }
}
