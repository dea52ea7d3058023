import type { ArticleRange } from "./article-number.ts";
import type { CitedKind } from "./cited/keys.ts";
import { codeKey } from "./codes.ts";

/** Where an article is cited, most prominent first; `introduction`: before the first numbered heading, or first §. */
export const ARTICLE_RANKS = ["titre", "introduction", "corps"] as const;

export type ArticleRank = (typeof ARTICLE_RANKS)[number];

/** Whether a document is about an article, or only cites it. */
export type ArticleRole = "commente" | "cite";

/** One place where a document cites an article. */
export interface ArticleOccurrence {
  /** The § that contains it; null in the title and outside every §. */
  readonly paragraphe: string | null;
  /** The part of the article cited, outermost first: « II-1° »; null for the whole article, or for a range. */
  readonly precision: string | null;
  /** All of them, when it names several: « II » and « I »; absent from derivations older than this field. */
  readonly precisions?: readonly string[];
  /** The citation as written. */
  readonly texte: string;
}

/** Every part of the article that a citation names. */
export function precisionsOf({
  precision,
  precisions = precision === null ? [] : [precision],
}: Pick<ArticleOccurrence, "precision" | "precisions">): readonly string[] {
  return precisions;
}

/** A statutory article, or a range of them, that a document cites. */
export interface ArticleEntry {
  readonly genre: "article";
  /** Its code: `CGI`, `CGI, ann. I` to `CGI, ann. IV`, `LPF`, or the code's name in lower case. */
  readonly cle: string;
  /** Number in the usual writing: `199 novovicies`, `L. 80 A`; the first one of a range. */
  readonly article: string;
  readonly champs: {
    readonly role: ArticleRole;
    /** Null when a single article is cited. */
    readonly etendue: ArticleRange | null;
  };
  /** The most prominent place of its citations. */
  readonly rang: ArticleRank;
  /** Every citation, the title's first. */
  readonly occurrences: readonly ArticleOccurrence[];
}

/** An article that a text cites, with what its occurrences tell. */
export interface CitedArticle {
  readonly code: string;
  /** The first one of a range. */
  readonly article: string;
  /** The first citation, as written. */
  readonly texte: string;
  /** The part of the article that this citation names, widest first: « II-1° »; null for all of it, or a range. */
  readonly precision: string | null;
  /** Numbers of the § that cite it, in the order of the text. */
  readonly paragraphes: readonly string[];
  /** Null for a single article. */
  readonly etendue: ArticleRange | null;
  /** In the order of the text, the title's first; null in texts kept by derivations older than this field. */
  readonly occurrences: readonly ArticleOccurrence[] | null;
}

/** The article of an entry; the order of its fields is the contract's, whatever store gave it. */
export function citedArticle(
  entry: Pick<ArticleEntry, "cle" | "article" | "champs" | "occurrences">,
): CitedArticle {
  const {
    cle: code,
    article,
    champs: { etendue },
  } = entry;
  const occurrences = entry.occurrences.map((occurrence) => ({
    paragraphe: occurrence.paragraphe,
    precision: occurrence.precision,
    precisions: precisionsOf(occurrence),
    texte: occurrence.texte,
  }));
  const { texte = "", precision = null } = occurrences[0] ?? {};
  const paragraphes = [...new Set(occurrences.flatMap(({ paragraphe }) => paragraphe ?? []))];
  const range = etendue && { de: etendue.de, a: etendue.a };
  return { code, article, texte, precision, paragraphes, etendue: range, occurrences };
}

/** What a document cites: an article, or a range of articles (`a` is null for « et suivants »). */
export interface CitedLaw {
  readonly code: string;
  /** Normalised number; the first one of a range. */
  readonly article: string;
  readonly etendue: ArticleRange | null;
}

/** Key of a citation, used to find documents: `CGI:150 U`, `LPF:L. 10..L. 54 A`. */
export function citationKey({ code, article, etendue }: CitedLaw): string {
  const cited = etendue === null ? article : `${etendue.de}..${etendue.a ?? ""}`;
  return `${codeKey(code)}:${cited}`;
}

/** Key of a decision, a norm or a ministerial answer, likewise: `decision:CE-248065`. */
export function lawKey(genre: CitedKind, cle: string): string {
  return `${genre}:${cle}`;
}
