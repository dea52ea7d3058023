/** Position of words between quotation marks. UTF-16 offsets, marks included. */
export interface QuotePlace {
  readonly start: number;
  readonly end: number;
}

/** Words between quotation marks. */
export interface Quote extends QuotePlace {
  /** Without the surrounding marks, the marks that open continuation lines, and extra white space. */
  readonly texte: string;
}

/** Two apostrophes for one mark, unlike « l''impôt ». */
const TWO_APOSTROPHES = String.raw`(?<![\p{L}\p{N}'])''(?=[^\s'])|(?<=[^\s'])''(?![\p{L}\p{N}'])`;
/** A mark, or an empty line. */
const MARKS = new RegExp(String.raw`[«»“”"‹›]|<<|>>|${TWO_APOSTROPHES}|\n[^\S\n]{0,8}\n`, "gu");
const OPENING: Readonly<Record<string, string>> = {
  "»": "«",
  "”": "“",
  "›": "‹",
  ">>": "<<",
  '"': '"',
  "''": "''",
};
/** Marks that don't show whether they open or close. */
const STRAIGHT = new Set(['"', "''"]);
/** Regular expression source of a mark that opens a quotation. */
export const OPENS = `(?:[«“"‹]|<<|'')`;
/** A line that begins with an opening mark continues the quote of the previous line. */
const LINE_START = /(?:^|\n)[^\S\n]{0,8}$/;
const CONTINUATION = /(\n[^\S\n]{0,8})[«“]/g;
const OUTER_MARKS = /^(?:<<|''|.)|(?:>>|''|.)$/gsu;

/**
 * Returns every quote of a text, nested ones included, ordered by start; an unclosed mark opens none. Two quotes are
 * either disjoint or nested. Linear time.
 */
export function readQuotes(texte: string): QuotePlace[] {
  const reader = new QuoteReader(texte);
  for (const { 0: mark, index } of texte.matchAll(MARKS)) reader.read(mark, index);
  return reader.quotes.sort((one, other) => one.start - other.start);
}

/** The words of a quote. */
export function quoteAt(texte: string, { start, end }: QuotePlace): Quote {
  return {
    start,
    end,
    texte: texte.slice(start, end).replace(OUTER_MARKS, "").replace(CONTINUATION, "$1").trim(),
  };
}

class QuoteReader {
  readonly quotes: QuotePlace[] = [];
  readonly #texte: string;
  readonly #open: { readonly mark: string; readonly start: number }[] = [];
  /** How many of each mark are open, so that a closing mark without an opening one is not searched for. */
  readonly #opened = new Map<string, number>();

  constructor(texte: string) {
    this.#texte = texte;
  }

  read(mark: string, index: number): void {
    // An unclosed straight mark would shift all the following quotes.
    if (mark.startsWith("\n")) while ([...STRAIGHT].some((straight) => this.#isOpen(straight))) this.#take();
    else if (this.#isOpen(OPENING[mark] ?? "")) this.#close(OPENING[mark] ?? "", index, mark.length);
    else if (STRAIGHT.has(mark) || !(mark in OPENING)) this.#begin(mark, index);
  }

  #isOpen(mark: string): boolean {
    return (this.#opened.get(mark) ?? 0) > 0;
  }

  #begin(mark: string, start: number): void {
    const isFurtherLine = LINE_START.test(this.#texte.slice(Math.max(0, start - 9), start));
    if (isFurtherLine && this.#isOpen(mark)) return;
    this.#open.push({ mark, start });
    this.#opened.set(mark, (this.#opened.get(mark) ?? 0) + 1);
  }

  /** Marks opened since then and never closed are dropped. */
  #close(opening: string, index: number, length: number): void {
    let last = this.#take();
    while (last.mark !== opening) last = this.#take();
    if (this.#texte.slice(last.start + opening.length, index).trim() === "") return;
    this.quotes.push({ start: last.start, end: index + length });
  }

  #take(): { readonly mark: string; readonly start: number } {
    const last = this.#open.pop();
    if (last === undefined) throw new Error("no quotation mark is open");
    this.#opened.set(last.mark, (this.#opened.get(last.mark) ?? 0) - 1);
    return last;
  }
}
