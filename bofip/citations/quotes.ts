/** Position of quoted words. UTF-16 offsets, marks included. */
export interface QuotePlace {
  readonly start: number;
  readonly end: number;
}

/** Quoted words. */
export interface Quote extends QuotePlace {
  /** Without the surrounding marks, the marks that open continuation lines, and extra white space. */
  readonly texte: string;
}

/** Two apostrophes for one mark, unlike « l''impôt ». */
const TWO_APOSTROPHES = String.raw`(?<![\p{L}\p{N}'])''(?=[^\s'])|(?<=[^\s'])''(?![\p{L}\p{N}'])`;
/** An apostrophe where it can open or close words, unlike « l'impôt ». */
const APOSTROPHE = String.raw`‘(?<![\p{L}\p{N}]‘)(?=\S)|’(?<=[^\s]’)(?![\p{L}\p{N}])|'(?<![\p{L}\p{N}']')(?=[^\s'])|'(?<=[^\s']')(?![\p{L}\p{N}'])`;
/** A mark, or an empty line. */
const MARKS = new RegExp(
  String.raw`[«»“”„"‹›]|<<|>>|${TWO_APOSTROPHES}|${APOSTROPHE}|\n[^\S\n]{0,8}\n`,
  "gu",
);
const OPENING: Readonly<Record<string, string>> = {
  "»": "«",
  "”": "“",
  "›": "‹",
  ">>": "<<",
  "’": "‘",
  '"': '"',
  "''": "''",
  "'": "'",
};
/** Marks that don't show whether they open or close. */
const STRAIGHT = new Set(['"', "''", "'"]);
/** Regular expression source of a mark that opens a quotation. */
export const OPENS = String.raw`(?:[«“„"‹]|<<|''|['‘](?<![\p{L}\p{N}'].)(?=[^\s'])|(?<![^\n])>)`;
/** A line that begins with an opening mark continues the quote of the previous line. */
const LINE_START = /(?:^|\n)[^\S\n]{0,8}$/;
const CONTINUATION = /(\n[^\S\n]{0,8})(?:[«“]|>[> \t]{0,8})/g;
const OUTER_MARKS = /^(?:<<|''|.)|(?:>>|''|[»”“"›’'])$/gsu;

/** Lines that each begin with « > », in Markdown and in messages. */
const BLOCK = /(?<![^\n])[^\S\n]{0,3}>[^\n]*(?:\n[^\S\n]{0,3}>[^\n]*)*/g;
/** The line of a block that names its source. */
const BLOCK_SOURCE = /\n[>\s]{1,8}(?:(?:[—–([-]|source|cf\.|voir)[^\n]{0,80}BO[IF]|BO[IF][^\n]{0,120}$)/iu;
/** Where an unclosed quotation ends before its paragraph: at what cites its source. */
const NEXT_CITATION = /(?<!\p{L})BO[IF]/iu;
/** What stands before that: a bracket with its first words, a comma, a dash. */
const BEFORE_CITATION = /(?:\s[([][^()[\]\n]{0,80}|[\s,;:—–-]{1,8})$/u;
/** Between two apostrophes, fewer words may be anything. */
const FEWEST_WORDS_BETWEEN_APOSTROPHES = 4;

/**
 * Returns every quote, nested ones included, ordered by start: between two marks; in lines that begin with « > »; from
 * a mark never closed to the next mark, citation or end of paragraph. Two quotes are disjoint or nested. Linear time.
 */
export function readQuotes(texte: string): QuotePlace[] {
  const reader = new QuoteReader(texte);
  for (const { 0: mark, index } of texte.matchAll(MARKS)) reader.read(mark, index);
  const quotes = [...reader.end(), ...blocksOf(texte)];
  return nested(quotes.sort((one, other) => one.start - other.start || other.end - one.end));
}

/** The words of a quote. */
export function quoteAt(texte: string, { start, end }: QuotePlace): Quote {
  return {
    start,
    end,
    texte: texte.slice(start, end).replace(OUTER_MARKS, "").replace(CONTINUATION, "$1").trim(),
  };
}

/** Emphasis, and calls of footnotes stuck to a word: « **mar**ginal », « impôt[^1] », « impôt² ». */
const LAYOUT = /[*_~`]+|(?<=\p{L}{3})(?:\[\^?\d{1,3}\]|\(\d{1,3}\)|[⁰¹²³⁴-⁹]{1,3})/gu;

/** Quoted words without the marks that their layout added. */
export function withoutMarks(quote: string): string {
  return quote.replace(LAYOUT, "");
}

/** An address, or words stuck together by other marks than those of words. */
const NO_WORDS = /:\/\/|^www\.|@|\p{L}[_/\\=]\p{L}/u;
const WORD = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu;

/** Counts the words of a quotation: an identifier or a compound is one, an address none. */
export function countWords(words: string): number {
  return words
    .split(/\s+/)
    .reduce((count, token) => count + (NO_WORDS.test(token) ? 0 : [...token.matchAll(WORD)].length), 0);
}

/** Shorter quotations may be any expression, unless the sentence marks them as quoted. */
const FEWEST_WORDS = 5;

/** Whether words are long enough to be quoted from somewhere. */
export function isLong(words: string): boolean {
  return countWords(words) >= FEWEST_WORDS;
}

interface OpenMark {
  readonly mark: string;
  readonly start: number;
  /** Start of the mark that follows it in its paragraph. */
  next: number | null;
}

class QuoteReader {
  readonly #quotes: QuotePlace[] = [];
  readonly #texte: string;
  readonly #open: OpenMark[] = [];
  /** How many of each mark are open, so that a closing mark without an opening one is not searched for. */
  readonly #opened = new Map<string, number>();
  #last: OpenMark | null = null;

  constructor(texte: string) {
    this.#texte = texte;
  }

  read(mark: string, index: number): void {
    if (this.#last !== null && !APOSTROPHES.has(mark)) {
      this.#last.next = index;
      this.#last = null;
    }
    const opening = this.#openingOf(mark);
    // An unclosed straight mark would shift all the following quotes.
    if (mark.startsWith("\n")) this.#endParagraph();
    else if (this.#isOpen(opening)) this.#close(opening, index, mark.length);
    else if (STRAIGHT.has(mark) || !(mark in OPENING)) this.#begin(mark, index);
  }

  end(): readonly QuotePlace[] {
    while (this.#open.length > 0) this.#leaveOpen(this.#take());
    return this.#quotes;
  }

  /** « „ » is closed by either of the others. */
  #openingOf(mark: string): string {
    const isLow = this.#isOpen("„") && (mark === "“" || (mark === "”" && !this.#isOpen("“")));
    return isLow ? "„" : (OPENING[mark] ?? "");
  }

  #isOpen(mark: string): boolean {
    return (this.#opened.get(mark) ?? 0) > 0;
  }

  #begin(mark: string, start: number): void {
    const isFurtherLine = LINE_START.test(this.#texte.slice(Math.max(0, start - 9), start));
    if (isFurtherLine && this.#isOpen(mark)) return;
    const open = { mark, start, next: null };
    if (!APOSTROPHES.has(mark)) this.#last = open;
    this.#open.push(open);
    this.#opened.set(mark, (this.#opened.get(mark) ?? 0) + 1);
  }

  #endParagraph(): void {
    while ([...STRAIGHT].some((straight) => this.#isOpen(straight))) this.#leaveOpen(this.#take());
  }

  /** Marks opened since then and never closed are dropped. */
  #close(opening: string, index: number, length: number): void {
    let last = this.#take();
    while (last.mark !== opening) last = this.#take();
    const words = this.#texte.slice(last.start + opening.length, index);
    if (words.trim() === "") return;
    if (opening === "'" && countWords(words) < FEWEST_WORDS_BETWEEN_APOSTROPHES) return;
    this.#quotes.push({ start: last.start, end: index + length });
  }

  #take(): OpenMark {
    const last = this.#open.pop();
    if (last === undefined) throw new Error("no quotation mark is open");
    this.#opened.set(last.mark, (this.#opened.get(last.mark) ?? 0) - 1);
    return last;
  }

  /** Words behind a mark that is never closed, when it can only be one that opens. */
  #leaveOpen({ mark, start, next }: OpenMark): void {
    if (!LEFT_OPEN.has(mark)) return;
    const paragraph = this.#texte.slice(start, next ?? this.#texte.length);
    if (mark === '"' && !OPENS_WORDS.test(this.#texte.slice(Math.max(0, start - 1), start + 2))) return;
    const citation = NEXT_CITATION.exec(paragraph)?.index;
    const words = paragraph
      .slice(0, citation)
      .replace(citation === undefined ? "" : BEFORE_CITATION, "")
      .trimEnd();
    if (words.length > mark.length) this.#quotes.push({ start, end: start + words.length });
  }
}

/** Marks that most often are apostrophes: they end nothing that another mark opened. */
const APOSTROPHES = new Set(["‘", "’", "'", "''"]);
const LEFT_OPEN = new Set(["«", "“", "„", '"']);
/** A straight mark that opens words, unlike the inches of « 5" ». */
const OPENS_WORDS = /^(?:[\s([:]"|")[\p{L}\p{N}[(]/u;

function* blocksOf(texte: string): Generator<QuotePlace> {
  if (!texte.includes(">")) return;
  for (const { 0: lines, index } of texte.matchAll(BLOCK)) {
    const start = index + lines.indexOf(">");
    const block = texte.slice(start, index + lines.length);
    const words = block.slice(0, BLOCK_SOURCE.exec(block)?.index).trimEnd();
    if (countWords(words) > 0) yield { start, end: start + words.length };
  }
}

/** Drops the quotes that begin inside another and end after it. @param quotes ordered by start, the longest first. */
function nested(quotes: readonly QuotePlace[]): QuotePlace[] {
  const ends: number[] = [];
  return quotes.filter(({ start, end }) => {
    while ((ends.at(-1) ?? end) <= start && ends.length > 0) ends.pop();
    if ((ends.at(-1) ?? end) < end) return false;
    ends.push(end);
    return true;
  });
}
