import { type QuotedText, type QuotedWords, QuoteFinder } from "../../../db/bofip/citations/quoted-words.ts";
import { adjoiningQuotes, type Quote } from "../../../db/bofip/citations/quotes.ts";
import { readCitations, type WrittenCitation } from "../../../db/bofip/citations/read.ts";

const MOST_CITATIONS = 300;

/** What a caller's text cites, before anything is looked up. */
export interface ReadText {
  /** In the order of the text, 300 at most. */
  readonly citations: readonly WrittenCitation[];
  /** Whether the text has more. */
  readonly isCut: boolean;
  /** The quotation that adjoins a citation, by the citation's rank. */
  readonly quotes: ReadonlyMap<number, Quote>;
}

/** Reads the citations of a caller's text and the quotations beside them. */
export function readText(texte: string): ReadText {
  const { citations: all } = readCitations(texte);
  const citations = all.slice(0, MOST_CITATIONS);
  return { citations, isCut: all.length > MOST_CITATIONS, quotes: adjoiningQuotes(texte, citations) };
}

/** Quotations to look for in one stored text. */
export interface QuotationTask {
  readonly text: QuotedText;
  readonly quotations: readonly Quotation[];
}

export interface Quotation {
  readonly quote: string;
  /** Numbers of the § cited; none when the whole document is. */
  readonly cited: readonly string[];
}

/** Where each quotation stands; null for one in too many pieces to be looked for. */
export function locateQuotations({ text, quotations }: QuotationTask): (QuotedWords | null)[] {
  const finder = new QuoteFinder(text);
  return quotations.map(({ quote, cited }) => finder.locate(quote, cited));
}

/** One of the two, for the thread that does both. */
export type CheckTask =
  | { readonly kind: "read"; readonly texte: string }
  | { readonly kind: "locate"; readonly task: QuotationTask };

export type CheckResult =
  | { readonly kind: "read"; readonly read: ReadText }
  | { readonly kind: "locate"; readonly words: readonly (QuotedWords | null)[] };

export function runCheckTask(task: CheckTask): CheckResult {
  return task.kind === "read"
    ? { kind: "read", read: readText(task.texte) }
    : { kind: "locate", words: locateQuotations(task.task) };
}
