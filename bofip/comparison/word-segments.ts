import { alignWords, Effort } from "./alignment.ts";

/** A stretch of two texts: in both, only in the earlier one, or only in the later one. */
export interface Segment {
  readonly op: "egal" | "retire" | "ajoute";
  readonly texte: string;
}

/** Above this many words, removed and added together, a § is shown as replaced. */
const MOST_CHANGED_WORDS = 2_000;

/** Letters and digits; a decimal number is one word: « 1,5 ». */
export const WORD = /\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{M}\p{N}]+/gu;

/** Neither part of a word nor half of a surrogate pair. */
const SEPARATOR = /[^\p{L}\p{M}\p{N}\ud800-\udfff]/u;

/** Compares the words of the § of two texts; one object per pair of texts, since it bounds their total time. */
export class WordComparison {
  readonly #effort = new Effort();

  /**
   * The segments between two texts: without « ajoute » they rebuild the earlier one, without « retire » the later
   * one, to the character.
   */
  segments(before: string, after: string): Segment[] {
    const writer = new SegmentWriter(before, after);
    if (before === after) return writer.end();
    const beforeWords = [...before.matchAll(WORD)];
    const afterWords = [...after.matchAll(WORD)];
    const matches = alignWords(beforeWords.map(String), afterWords.map(String), this.#effort);
    if (matches === null) return writer.replaced();
    const changed = beforeWords.length + afterWords.length - 2 * matches.length;
    if (changed > MOST_CHANGED_WORDS) return writer.replaced();
    for (const [beforeRank, afterRank] of matches) {
      const word = beforeWords[beforeRank];
      const other = afterWords[afterRank];
      if (word && other) writer.keep(word.index, other.index, word[0].length);
    }
    return writer.end();
  }
}

class SegmentWriter {
  readonly #segments: { op: Segment["op"]; texte: string }[] = [];
  #beforeEnd = 0;
  #afterEnd = 0;

  constructor(
    private readonly before: string,
    private readonly after: string,
  ) {}

  /** Adds the next common stretch, and the difference before it. */
  keep(beforeStart: number, afterStart: number, length: number): void {
    this.#change(
      this.before.slice(this.#beforeEnd, beforeStart),
      this.after.slice(this.#afterEnd, afterStart),
    );
    this.#push("egal", this.before.slice(beforeStart, beforeStart + length));
    this.#beforeEnd = beforeStart + length;
    this.#afterEnd = afterStart + length;
  }

  end(): Segment[] {
    this.#change(this.before.slice(this.#beforeEnd), this.after.slice(this.#afterEnd));
    return this.#segments;
  }

  replaced(): Segment[] {
    this.#push("retire", this.before);
    this.#push("ajoute", this.after);
    return this.#segments;
  }

  /** Separators that both sides share at their start and end are common to both texts. */
  #change(removed: string, added: string): void {
    if (removed === added) {
      this.#push("egal", removed);
      return;
    }
    const shorter = Math.min(removed.length, added.length);
    const start = commonSeparators(shorter, (rank) => [removed.charAt(rank), added.charAt(rank)]);
    const end = commonSeparators(shorter - start, (rank) => [
      removed.charAt(removed.length - 1 - rank),
      added.charAt(added.length - 1 - rank),
    ]);
    this.#push("egal", removed.slice(0, start));
    this.#push("retire", removed.slice(start, removed.length - end));
    this.#push("ajoute", added.slice(start, added.length - end));
    this.#push("egal", removed.slice(removed.length - end));
  }

  #push(op: Segment["op"], texte: string): void {
    if (texte === "") return;
    const last = this.#segments.at(-1);
    if (last?.op === op) last.texte += texte;
    else this.#segments.push({ op, texte });
  }
}

function commonSeparators(most: number, charactersAt: (rank: number) => readonly [string, string]): number {
  for (let rank = 0; rank < most; rank++) {
    const [one, other] = charactersAt(rank);
    if (one !== other || !SEPARATOR.test(one)) return rank;
  }
  return most;
}
