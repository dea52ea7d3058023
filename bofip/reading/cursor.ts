/** A position in a text that advances as the text is read. */
export class Cursor {
  readonly #texte: string;
  at = 0;

  constructor(texte: string) {
    this.#texte = texte;
  }

  /** Matches a sticky pattern at the cursor and moves past it; returns null, without moving, if it does not match. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.#texte);
    if (match) this.at = pattern.lastIndex;
    return match;
  }

  /** Finds the next match of a sticky pattern and moves past it; else null. `start`: cheaper, global, for its start. */
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

  /** Whether a sticky pattern matches at the cursor, without moving. */
  sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.#texte);
  }

  /** Returns the result of `read`; moves the cursor back when it is null. */
  attempt<Result>(read: () => Result | null): Result | null {
    const start = this.at;
    const result = read();
    if (result === null) this.at = start;
    return result;
  }
}

/** Computes something of an object once, on first use, and keeps it as long as the object is there. */
export function oncePer<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const computed = new WeakMap<Key, Value>();
  return (key) => {
    const known = computed.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    computed.set(key, value);
    return value;
  };
}
