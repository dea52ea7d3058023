import type { Quote } from "../../../bofip/citations/quotes.ts";
import {
  type ParagraphSpan,
  paragraphIndex,
  UntakenParagraphs,
} from "../../../bofip/paragraphs/paragraphs.ts";
import { oncePer } from "../../../bofip/reading/cursor.ts";
import type { FoundCitation } from "./edition.ts";
import { type CitedNumbers, rangesCited } from "./paragraphs.ts";
import { numbersQuoted, type TextNeeds, type TextSource } from "./text-findings.ts";

/** Quotations of one text that are compared: the citations of those beyond are not verified. */
const MOST_QUOTATIONS = 300;

/** The key of a text among those of one check. */
export function keyOf(source: TextSource): string {
  if (source.kind === "news") return source.id;
  return source.kind === "edition" ? `${source.editionId}` : `${source.editionId} ${source.empreinte}`;
}

/** The text of a citation; null when none is stored. */
export function sourceOf({ finding, wording, news, paragraphs }: FoundCitation): TextSource | null {
  const { edition } = finding;
  if (news !== null) return { kind: "news", id: news.id, titre: news.titre };
  if (wording !== null) {
    const { editionId, empreinte } = wording;
    return { kind: "wording", titre: edition?.titre ?? "", editionId, empreinte, text: wording };
  }
  if (edition === null || !edition.hasText || edition.isErased) return null;
  const { editionId, titre } = edition;
  return { kind: "edition", titre, editionId, spans: paragraphs.spans };
}

/** The text in force in place of the cited one; null when it is the same, or when none is stored. */
export function sourceInForce({ finding: { inForce }, paragraphsInForce }: FoundCitation): TextSource | null {
  if (inForce === null || paragraphsInForce === null || !inForce.hasText || inForce.isErased) return null;
  const { editionId, titre } = inForce;
  return { kind: "edition", titre, editionId, spans: paragraphsInForce.spans };
}

/** What must be read from which texts, in the citations' order: quotations, and § whose fingerprints are compared. */
export function needsOf(
  texte: string,
  found: readonly FoundCitation[],
  quotes: ReadonlyMap<number, readonly Quote[]>,
  hasFree: boolean,
): TextNeeds[] {
  const needs = new NeededTexts();
  const citedAt = numbersQuoted(texte, found);
  let quoted = 0;
  for (const [rank, citation] of found.entries()) {
    const { written, finding, paragraphs, paragraphsInForce } = citation;
    const source = sourceOf(citation);
    if (source === null) continue;
    if (hasFree) needs.of(source);
    for (const { texte: quote } of quotes.get(rank) ?? []) {
      quoted += 1;
      if (quoted <= MOST_QUOTATIONS) needs.of(source).quotations.push({ rank, quote, cited: citedAt(rank) });
    }
    if (written.numero === null) continue;
    if (finding.edition?.isContested || citation.wording)
      needs.add(source, paragraphs.spans, [written.numero]);
    const inForce = sourceInForce(citation);
    if (inForce === null || paragraphsInForce === null) continue;
    needs.add(source, paragraphs.spans, rangesCited(written, paragraphs));
    needs.add(inForce, paragraphsInForce.spans, rangesCited(written, paragraphsInForce));
  }
  return [...needs.all.values()];
}

type Needed = TextNeeds & {
  readonly quotations: TextNeeds["quotations"][number][];
  readonly numbers: Set<string>;
};

class NeededTexts {
  readonly all = new Map<string, Needed>();
  readonly #untaken = oncePer(
    (spans: readonly ParagraphSpan[]) => new UntakenParagraphs(paragraphIndex(spans)),
  );

  of(source: TextSource): Needed {
    const key = keyOf(source);
    const needed = this.all.get(key) ?? { source, quotations: [], numbers: new Set() };
    this.all.set(key, needed);
    return needed;
  }

  add(source: TextSource, spans: readonly ParagraphSpan[], cited: CitedNumbers): void {
    const { numbers } = this.of(source);
    const untaken = this.#untaken(spans);
    for (const one of cited) {
      if (typeof one === "string") numbers.add(one);
      else for (const numero of untaken.take(one)) numbers.add(numero);
    }
  }
}
