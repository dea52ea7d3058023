import { comparedText, compareTexts, type TextComparison } from "../../../bofip/comparison/compare.ts";
import type { ParagraphSpan } from "../../../bofip/paragraphs/paragraphs.ts";
import { fingerprint } from "../../../bofip/text/characters.ts";

/** A stored text, and where its § are in it. */
export interface ComparedSource {
  readonly texte: string;
  readonly spans: readonly ParagraphSpan[];
}

export interface ComparisonTask {
  readonly before: ComparedSource;
  readonly after: ComparedSource;
}

/** Splits two stored texts into their § and compares them. */
export function compareSources({ before, after }: ComparisonTask): TextComparison {
  const prepared = ({ texte, spans }: ComparedSource) => comparedText(texte, spans, fingerprint);
  return compareTexts(prepared(before), prepared(after));
}
