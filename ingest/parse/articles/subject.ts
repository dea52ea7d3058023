import type { ArticleOccurrence, ArticleRank } from "../../../bofip/law/citation.ts";
import type { Mention } from "../../../bofip/law/mentions/read-mentions.ts";

/** A mention of an article and its position in the document. */
export interface PlacedMention extends Pick<Mention, "code" | "article" | "etendue" | "start"> {
  readonly rang: ArticleRank;
  /** Whether only a definition is taken from the article: « au sens de l'article 4 B du CGI ». */
  readonly isBorrowed: boolean;
  readonly occurrence: ArticleOccurrence;
}

const LEAD_CHARACTERS = 60;
const IN_THE_SENSE_OF = /au sens (?:d|l|et)[^.,;:\n]{0,40}$/i;

/** Whether the words before a citation take no more than a definition from the article. */
export function isBorrowed(texte: string, start: number): boolean {
  return IN_THE_SENSE_OF.test(texte.slice(Math.max(0, start - LEAD_CHARACTERS), start));
}

/**
 * The mentions that reveal the subject of a document: those of its title; else the first ones of its introduction,
 * definitions left out; else those of the one article that it mentions most, at least twice or alone.
 * @param mentions in the order of the document, the title's first.
 */
export function subjectsOf(mentions: readonly PlacedMention[]): ReadonlySet<PlacedMention> {
  const named = mentions.filter(({ isBorrowed: isOnlyDefinition }) => !isOnlyDefinition);
  const inTitle = named.filter(({ rang }) => rang === "titre");
  if (inTitle.length > 0) return new Set(inTitle);
  const opening = named.find(({ rang }) => rang === "introduction");
  if (opening !== undefined) return new Set(named.filter(({ start }) => start === opening.start));
  return new Set(mostNamed(named));
}

function mostNamed(named: readonly PlacedMention[]): readonly PlacedMention[] {
  const single = named.filter(({ etendue }) => etendue === null);
  const byArticle = [...Map.groupBy(single, ({ code, article }) => `${code} ${article}`).values()];
  const [most = [], next = []] = byArticle.toSorted((one, other) => other.length - one.length);
  const isAlone = most.length === named.length;
  return isAlone || (most.length >= 2 && most.length > next.length) ? most : [];
}
