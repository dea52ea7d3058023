import { readQuotations } from "../../../bofip/citations/adjoining.ts";
import { isLong, type Quote, readQuotes } from "../../../bofip/citations/quotes.ts";
import type { UnreadReference } from "../../../bofip/citations/unread.ts";
import type { QuotedText } from "../../../bofip/citations/words/nearest-words.ts";
import {
  type FoundPlace,
  type QuotedWords,
  QuoteFinder,
} from "../../../bofip/citations/words/quoted-words.ts";
import { type LawMention, listMentions } from "../../../bofip/law/cited/entries.ts";
import { readCitedLaw } from "../../../bofip/law/cited/read-cited-law.ts";
import {
  type Mention as ArticleMention,
  readMentions as readArticles,
} from "../../../bofip/law/mentions/read-mentions.ts";
import type { Mention } from "../../../bofip/mentions/drafts.ts";
import { plainText } from "../../../bofip/mentions/plain-text.ts";
import { readMentions } from "../../../bofip/mentions/read-mentions.ts";
import type { ParagraphSpan } from "../../../bofip/paragraphs/paragraphs.ts";
import { evenOut } from "../../../bofip/reading/cursor.ts";
import { fingerprint } from "../../../bofip/text/characters.ts";
import { type CitedNumbers, type CitedPlace, numbersCited, numbersIn } from "./paragraphs.ts";

const MOST_CITATIONS = 300;

/** What a caller's text cites, before anything is looked up. */
export interface ReadText {
  /** In the order of the text, 300 at most. */
  readonly citations: readonly Mention[];
  /** Whether the text has more. */
  readonly isCut: boolean;
  /** The quotations next to a citation, by the citation's rank. */
  readonly quotes: ReadonlyMap<number, readonly Quote[]>;
  /** Quotations next to none, up to the first citation that is left out. */
  readonly free: readonly Quote[];
  /** What looks like a citation but can't be read as one, up to the same place. */
  readonly unread: readonly UnreadReference[];
  /** Decisions, norms and ministerial answers, in the order of the text, as many at most, up to the same place. */
  readonly law: readonly LawMention[];
  /** Articles of codes, likewise; the first of a range. */
  readonly articles: readonly ArticleMention[];
  /** The quotations next to an article and to no citation of the doctrine, by the rank of the article. */
  readonly lawQuotes: ReadonlyMap<number, readonly Quote[]>;
}

/** Reads a caller's text: citations, quotations, what looks like a citation but can't be read as one, and cited law. */
export function readText(texte: string, series: ReadonlySet<string>): ReadText {
  const plain = plainText(texte);
  const written = evenOut(plain);
  const places = readQuotes(plain);
  const { mentions: all, unread } = readMentions(plain, series, written, places, MOST_CITATIONS);
  const end = all[MOST_CITATIONS]?.start ?? texte.length;
  const isRead = (place: { readonly end: number }) => place.end <= end;
  const { adjoining, free } = readQuotations(plain, all, places);
  const law = listMentions(readCitedLaw(plain, written));
  const articles = readArticles(plain, written).filter(isRead);
  const taken = new Set([...adjoining.values()].flatMap((quotes) => quotes.map((quote) => quote.start)));
  const others = places.filter((place) => !taken.has(place.start));
  const named = articles.slice(0, MOST_CITATIONS);
  const uncited = withoutPlaces(plain, all);
  return {
    citations: all.slice(0, MOST_CITATIONS),
    isCut: Math.max(all.length, law.length + articles.length) > MOST_CITATIONS,
    quotes: new Map([...adjoining].filter(([rank]) => rank < MOST_CITATIONS)),
    free: free.filter((quote) => isRead(quote) && isLong(uncited.slice(quote.start, quote.end))),
    unread: unread.filter(isRead),
    law: law.filter(isRead).slice(0, MOST_CITATIONS),
    articles: named,
    lawQuotes: readQuotations(plain, named, others).adjoining,
  };
}

/** A text with spaces in the place of its citations: one between quotation marks is no quotation. */
function withoutPlaces(texte: string, places: readonly { readonly start: number; readonly end: number }[]) {
  let at = 0;
  const parts = places.flatMap(({ start, end }) => {
    const before = texte.slice(at, start);
    at = end;
    return [before, " ".repeat(end - start)];
  });
  return [...parts, texte.slice(at)].join("");
}

/** Quotations to look for in one stored text. */
export interface QuotationTask {
  readonly text: QuotedText;
  readonly quotations: readonly Quotation[];
  /** Quotations to look for in the whole text. */
  readonly free: readonly string[];
}

interface Quotation {
  readonly quote: string;
  /** Empty when the whole document is cited. */
  readonly cited: CitedNumbers;
}

export interface LocatedQuotations {
  /** Where each quotation is; null for one in too many pieces to search for. */
  readonly words: readonly (QuotedWords | null)[];
  /** Null where the text does not contain the words. */
  readonly places: readonly (FoundPlace | null)[];
}

export function locateQuotations({ text, quotations, free }: QuotationTask): LocatedQuotations {
  const finder = new QuoteFinder(text);
  return {
    words: quotations.map(({ quote, cited }) => finder.locate(quote, numbersIn(cited, text.spans))),
    places: free.map((quote) => finder.find(quote)),
  };
}

/** One of the three tasks of the thread. */
export type CheckTask =
  | { readonly kind: "read"; readonly texte: string; readonly series: ReadonlySet<string> }
  | { readonly kind: "locate"; readonly task: QuotationTask }
  | { readonly kind: "match"; readonly task: FingerprintTask };

export type CheckResult =
  | { readonly kind: "read"; readonly read: ReadText }
  | { readonly kind: "locate"; readonly located: LocatedQuotations }
  | { readonly kind: "match"; readonly ranks: readonly (number | null)[] };

export function runCheckTask(task: CheckTask): CheckResult {
  if (task.kind === "read") return { kind: "read", read: readText(task.texte, task.series) };
  if (task.kind === "locate") return { kind: "locate", located: locateQuotations(task.task) };
  return { kind: "match", ranks: matchFingerprints(task.task) };
}

/** Fingerprint prefixes to look for among the texts of one document. */
export interface FingerprintTask {
  readonly texts: readonly FingerprintedText[];
  readonly wanted: readonly WantedFingerprint[];
}

interface FingerprintedText {
  /** Fingerprint of the whole text. */
  readonly empreinte: string;
  readonly texte: string;
  readonly spans: readonly ParagraphSpan[];
}

export interface WantedFingerprint extends CitedPlace {
  /** Its first digits. */
  readonly empreinte: string;
  /** Ranks of the candidate texts, the likeliest first. */
  readonly among: readonly number[];
}

/** The rank of the text with each fingerprint, of the whole or of a cited §, or null. Each § is read once. */
export function matchFingerprints({ texts, wanted }: FingerprintTask): (number | null)[] {
  const prints = texts.map(() => new Map<number, string>());
  const printOf = (rank: number, { texte, spans }: FingerprintedText, index: number) => {
    const known = prints[rank]?.get(index);
    if (known !== undefined) return known;
    const print = fingerprint(texte.slice(spans[index]?.start, spans[index]?.end));
    prints[rank]?.set(index, print);
    return print;
  };
  return wanted.map(({ among, empreinte, ...place }) => {
    const found = among.find((rank) => {
      const text = texts[rank];
      if (text === undefined) return false;
      if (text.empreinte.startsWith(empreinte)) return true;
      const cited = place.numero === null ? null : new Set(numbersCited(place, text));
      return text.spans.some(
        ({ numero }, index) =>
          (cited === null || cited.has(numero)) && printOf(rank, text, index).startsWith(empreinte),
      );
    });
    return found ?? null;
  });
}
