/** Where words between quotation marks stand. UTF-16 offsets, the marks included. */
export interface QuotePlace {
  readonly start: number;
  readonly end: number;
}

/** Words between quotation marks. */
export interface Quote extends QuotePlace {
  /** Without the marks around them, those that open its further lines, and the white space inside. */
  readonly texte: string;
}

/** A mark, or an empty line. */
const MARKS = /[«»“”"]|\n[^\S\n]{0,8}\n/g;
const OPENING: Readonly<Record<string, string>> = { "»": "«", "”": "“", '"': '"' };
/** A line that begins with an opening mark goes on with the quote of the line before. */
const LINE_START = /(?:^|\n)[^\S\n]{0,8}$/;
const CONTINUATION = /(\n[^\S\n]{0,8})[«“]/g;

/**
 * Every quote of a text, those inside of others included, by its beginning; a mark that nothing closes opens none. Two
 * of them are apart or one in the other. Time is linear.
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
    texte: texte
      .slice(start + 1, end - 1)
      .replace(CONTINUATION, "$1")
      .trim(),
  };
}

class QuoteReader {
  readonly quotes: QuotePlace[] = [];
  readonly #texte: string;
  readonly #open: { readonly mark: string; readonly start: number }[] = [];
  /** How many of each mark are open: a closing mark that has none is not looked for. */
  readonly #opened = new Map<string, number>();

  constructor(texte: string) {
    this.#texte = texte;
  }

  read(mark: string, index: number): void {
    // Straight marks don't say which of the two they are: one left open would make quotes of all that is none.
    if (mark.startsWith("\n")) while (this.#isOpen('"')) this.#take();
    else if (this.#isOpen(OPENING[mark] ?? "")) this.#close(OPENING[mark] ?? "", index);
    else if (mark === '"' || !(mark in OPENING)) this.#begin(mark, index);
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

  /** What was opened since and never closed is no quote. */
  #close(opening: string, index: number): void {
    let last = this.#take();
    while (last.mark !== opening) last = this.#take();
    if (this.#texte.slice(last.start + 1, index).trim() === "") return;
    this.quotes.push({ start: last.start, end: index + 1 });
  }

  #take(): { readonly mark: string; readonly start: number } {
    const last = this.#open.pop();
    if (last === undefined) throw new Error("no quotation mark is open");
    this.#opened.set(last.mark, (this.#opened.get(last.mark) ?? 0) - 1);
    return last;
  }
}
