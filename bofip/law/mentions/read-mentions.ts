import { Cursor, type EvenedText, evenOut } from "../../reading/cursor.ts";
import { type ArticleRange, articleOf, rangeEnd, subdivisionOf } from "../article-number.ts";
import { ANCHOR, ANCHOR_START } from "./anchor.ts";
import { type Item, withPrecisions } from "./article-list.ts";
import { type Citation, readArticlesAfter, readCodeAfter } from "./cited-articles.ts";
import { inside, precisionsBefore } from "./precision.ts";
import { takeCode } from "./take-code.ts";

/** One place of a text that cites an article, or a range of articles. */
export interface Mention {
  /** `CGI`, `CGI, ann. I` to `CGI, ann. IV`, `LPF`, or the code's name in lower case. */
  readonly code: string;
  /** Normalised number; the first one of a range. */
  readonly article: string;
  /** Null for a single article. */
  readonly etendue: ArticleRange | null;
  /** The parts of the article cited, each outermost first: « II-1° »; none for the whole article, or for a range. */
  readonly precisions: readonly string[];
  /** UTF-16 offsets of the whole citation, which may also name other articles. */
  readonly start: number;
  readonly end: number;
}

/**
 * Every mention of an article with its code, in text order. « Du même code » is the last code named, « du même
 * article » the last article cited. Mentions without a code, of a law or of a directive are skipped: precision over
 * recall.
 */
export function readMentions(source: string, written: EvenedText = evenOut(source)): readonly Mention[] {
  const { texte, sourceOffset } = written;
  return new MentionReader(texte).read().map((mention) => ({
    ...mention,
    start: sourceOffset(mention.start),
    end: sourceOffset(mention.end),
  }));
}

class MentionReader {
  readonly #texte: string;
  readonly #cursor: Cursor;
  readonly #mentions: Mention[] = [];
  /** The last code named, without its annex. */
  #code: string | null = null;
  /** The article that « le même article » refers to; null when the last one has no code. */
  #last: Mention | null = null;

  constructor(texte: string) {
    this.#texte = texte;
    this.#cursor = new Cursor(texte);
  }

  read(): readonly Mention[] {
    for (let anchor = this.#next(); anchor; anchor = this.#next()) {
      const { articles, code, annexTo, again } = anchor.groups ?? {};
      if (again !== undefined) this.#repeat(anchor.index);
      else if (articles !== undefined) this.#readFromArticle(anchor.index, articles);
      else if (code !== undefined) this.#readFromCode(anchor.index, code, annexTo ?? null);
    }
    return this.#mentions;
  }

  #next(): RegExpExecArray | null {
    return this.#cursor.takeNext(ANCHOR_START, ANCHOR);
  }

  #readFromArticle(start: number, word: string): void {
    const [first, ...others] = readCodeAfter(this.#cursor, /s\.?$/.test(word), this.#code);
    this.#last = null;
    if (first === undefined) return;
    const items = withPrecisions(first.items, precisionsBefore(this.#texte, start));
    this.#add(start, [{ ...first, items }, ...others]);
  }

  /** @param beginning the text at the cursor that introduced the code, which may be just « le code » */
  #readFromCode(start: number, beginning: string, annex: string | null): void {
    const code = takeCode(this.#cursor);
    if (code === null) {
      this.#cursor.at += beginning.length;
      return;
    }
    const isBracketed = /[([]/.test(this.#texte.charAt(start - 1));
    this.#code = code;
    this.#add(start, readArticlesAfter(this.#cursor, { code, annex }, isBracketed));
  }

  #repeat(start: number): void {
    if (this.#last) this.#mentions.push({ ...this.#last, precisions: [], start, end: this.#cursor.at });
  }

  #add(start: number, citations: readonly Citation[]): void {
    this.#code = citations.at(-1)?.code ?? this.#code;
    for (const article of articlesOf(citations)) {
      this.#last = { ...article, start, end: this.#cursor.at };
      this.#mentions.push(this.#last);
    }
  }
}

type Article = Pick<Mention, "code" | "article" | "etendue" | "precisions">;

interface Cited extends Item {
  readonly code: string;
}

function articlesOf(citations: readonly Citation[]): readonly Article[] {
  const cited: Cited[] = [];
  for (const { items, endsRange, ...named } of citations) {
    const code =
      named.annex === null ? named.code : `${named.code}, ann. ${named.annex.replaceAll("l", "I")}`;
    const begun = endsRange ? cited.at(-1) : undefined;
    const [end, ...others] = items;
    if (end && end.until === undefined && begun?.code === code && begun.until === undefined) {
      cited.splice(-1, 1, { ...begun, until: end.number });
      cited.push(...others.map((item) => ({ code, ...item })));
    } else cited.push(...items.map((item) => ({ code, ...item })));
  }
  return cited.flatMap(articlesOfItem);
}

/** One article, one range, or two articles when « à » joins two that are not a range. */
function articlesOfItem({ code, number, until, precisions: steps = [] }: Cited): readonly Article[] {
  const isTaxCode = code.startsWith("CGI");
  const article = articleOf(number, isTaxCode);
  const single = (cited: string): Article => ({ code, article: cited, etendue: null, precisions: [] });
  if (until === undefined) {
    const own = subdivisionOf(number, isTaxCode);
    return [{ ...single(article), precisions: inside(own === null ? [] : [own], steps) }];
  }
  if (until === null) return [{ ...single(article), etendue: { de: article, a: null } }];
  const last = articleOf(until, isTaxCode);
  const end = rangeEnd(article, last);
  return end === null
    ? [single(article), single(last)]
    : [{ ...single(article), etendue: { de: article, a: end } }];
}
