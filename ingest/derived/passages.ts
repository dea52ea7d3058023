import type { ParagraphSpan } from "../../bofip/paragraphs/paragraph-text.ts";
import type { PassageSpan } from "../../db/schema/passages.ts";
import { cutLongText } from "./passages/cut-long-text.ts";
import { embeddedText, textHashOf } from "./passages/embedded-text.ts";

/** What passages are cut from: a stored edition. */
interface PassageSource {
  readonly titre: string;
  readonly texte: string;
  readonly paragraphes: readonly ParagraphSpan[];
}

/** A stretch of an edition's text, embedded and found on its own. */
interface Passage extends PassageSpan {
  /** Hash of the embedded text: the key of its vector. */
  readonly textHash: string;
}

/**
 * About 1,200 characters (docs/search.md, « Meaning »): one eighth more keeps two usual paragraphs together more often.
 */
const MAX_PASSAGE_LENGTH = 1_350;
/** Headings of these levels start a new passage. */
const PARTING_LEVELS = 2;

/**
 * Cuts an edition's text into passages, in the order of the text: numbered paragraphs grouped up to about 1,200
 * characters under the same headings of levels 1 and 2, longer ones cut between sentences or table rows. Pure.
 */
export function cutPassages({ titre, texte, paragraphes }: PassageSource): Passage[] {
  return groupParagraphs(unitsOf(texte, paragraphes))
    .flatMap((unit) => cutUnit(texte, unit))
    .map((span) => ({ ...span, textHash: textHashOf(embeddedText({ titre, texte }, span)) }));
}

/** Consecutive paragraphs that are embedded together. */
interface Unit {
  /** Number of the first one; null for a text without numbered paragraphs. */
  readonly paragraphe: string | null;
  readonly section: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** The numbered paragraphs and the text before the first one, if any. */
function unitsOf(texte: string, paragraphes: readonly ParagraphSpan[]): Unit[] {
  const numbered = paragraphes.map(({ numero, ...span }) => ({ paragraphe: numero, ...span }));
  const end = introductionEnd(texte, numbered[0] ?? { start: texte.length, section: [] });
  const introduction = { paragraphe: null, section: [], start: 0, end };
  return end === 0 ? numbered : [introduction, ...numbered];
}

/** Where the text before the first paragraph ends, without the headings of that paragraph. */
function introductionEnd(texte: string, first: Pick<Unit, "start" | "section">): number {
  const before = texte.slice(0, first.start).trimEnd();
  return first.section.reduceRight(
    (text, heading) => (text.endsWith(heading) ? text.slice(0, -heading.length).trimEnd() : text),
    before,
  ).length;
}

function groupParagraphs(units: readonly Unit[]): Unit[] {
  const groups: Unit[] = [];
  for (const unit of units) {
    const last = groups.at(-1);
    if (last !== undefined && isTogether(last, unit)) groups.splice(-1, 1, { ...last, end: unit.end });
    else groups.push(unit);
  }
  return groups;
}

function isTogether(group: Unit, next: Unit): boolean {
  const isNear = next.end - group.start <= MAX_PASSAGE_LENGTH;
  return isNear && group.paragraphe !== null && wideHeadings(group) === wideHeadings(next);
}

function wideHeadings({ section }: Unit): string {
  return section.slice(0, PARTING_LEVELS).join("\n");
}

function cutUnit(texte: string, { start, end, ...unit }: Unit): PassageSpan[] {
  const whole = { start, end, tableStart: null, tableEnd: null };
  const pieces =
    end - start <= MAX_PASSAGE_LENGTH ? [whole] : cutLongText(texte, start, end, MAX_PASSAGE_LENGTH);
  return pieces.map((piece) => ({ ...unit, ...piece }));
}
