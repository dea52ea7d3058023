/** A place in a text that moves on with what is read there. */
export class Cursor {
  readonly #texte: string;
  at = 0;

  constructor(texte: string) {
    this.#texte = texte;
  }

  /**
   * Reads a pattern and moves behind it: where the cursor stands when it is sticky, further on when it is global.
   * Null, without a move, when it is not there.
   */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.#texte);
    if (match) this.at = pattern.lastIndex;
    return match;
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
