/** UTF-16 offsets. */
interface Note {
  readonly start: number;
  readonly end: number;
}

const MARK = String.raw`(?:\[\^?(\d{1,3})\]|\((\d{1,3})\)|([⁰¹²³⁴-⁹]{1,3}))`;
/** Just after words: « […] », « (1) », « ¹ ». */
const CALL = new RegExp(String.raw`^[.,;]?\s?${MARK}`, "u");
/** A line that begins with the mark of a note, or one of a list: « 1. » is called by « [1] ». */
const NOTE = new RegExp(String.raw`(?<![^\n])[^\S\n]{0,8}(?:${MARK}:?|(\d{1,3})\.\s)[^\n]*`, "gu");
const LONGEST_CALL = 8;

/** The footnotes of a text, by their marks: `[^1]`, `[1]`, `(1)`, `¹`. */
export class Footnotes {
  readonly #texte: string;
  readonly #notes = new Map<string, Note[]>();

  constructor(texte: string) {
    this.#texte = texte;
    for (const line of texte.matchAll(NOTE)) {
      const mark = markOf(line);
      const note = { start: line.index, end: line.index + line[0].length };
      const same = this.#notes.get(mark);
      if (same === undefined) this.#notes.set(mark, [note]);
      else same.push(note);
    }
  }

  /** The notes, in text order, of the mark that stands at an offset; none without a mark. */
  calledAt(offset: number): readonly Note[] {
    const call = CALL.exec(this.#texte.slice(offset, offset + LONGEST_CALL));
    return call === null ? [] : (this.#notes.get(markOf(call)) ?? []);
  }
}

/** One for `[1]`, `[^1]` and « 1. ». */
function markOf([, bracket, parenthesis, raised, listed = bracket]: RegExpMatchArray): string {
  if (listed !== undefined) return `[${listed}`;
  return parenthesis === undefined ? `^${raised}` : `(${parenthesis}`;
}
