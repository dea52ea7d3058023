import { isUnder } from "../../bofip/citations/sections.ts";
import { ownConsultation } from "../../bofip/news/consultations/announcement.ts";
import type { SubmittedPart } from "../../bofip/news/consultations/submitted.ts";
import type { ParagraphSpan } from "../../bofip/paragraphs/paragraph-index.ts";
import { isWithin } from "../../bofip/paragraphs/paragraph-number.ts";
import type { StoredDocument } from "../../db/queries/documents.ts";
import type { Consultation } from "./consultation-answer.ts";

/** A banner comes before the first §; in a text without §, in its first words. */
const BANNER_CHARACTERS = 3_000;

/** The public consultations that an edition was submitted to, from the first: as announced, or as its banner tells. */
export function consultationsOf(stored: StoredDocument): Consultation[] {
  const { consultations, spans } = stored;
  return [...consultations, ...bannerOf(stored)]
    .map(({ parties, ...consultation }) => ({
      ...consultation,
      paragraphes: parties === null ? null : submittedParagraphs(parties, spans),
    }))
    .toSorted((one, other) => (one.debut < other.debut ? -1 : Number(one.debut > other.debut)));
}

/** Those that one of its § was submitted to. */
export function consultationsOfParagraph(stored: StoredDocument, numero: string): Consultation[] {
  return consultationsOf(stored).filter(({ paragraphes }) => paragraphes?.includes(numero) ?? true);
}

/** What the banner of an edition tells, unless an announcement tells of the same days. */
function bannerOf(stored: StoredDocument) {
  const { boi_id, date_publication, contenu_texte, spans, consultations } = stored;
  const beginning = contenu_texte.slice(0, Math.min(spans[0]?.start ?? Infinity, BANNER_CHARACTERS));
  const told = ownConsultation(boi_id, date_publication, beginning);
  if (told === null || consultations.some((announced) => isSameTime(announced, told))) return [];
  return [{ actualite: null, ...told, definitive_le: null, actualite_definitive: null }];
}

interface Days {
  readonly debut: string;
  readonly fin: string | null;
}

function isSameTime(one: Days, other: Days): boolean {
  return (other.fin === null || one.debut <= other.fin) && (one.fin === null || other.debut <= one.fin);
}

function submittedParagraphs(parties: readonly SubmittedPart[], spans: readonly ParagraphSpan[]): string[] {
  const submitted = spans.filter((span) => parties.some((part) => isOf(part, span)));
  return [...new Set(submitted.map(({ numero }) => numero))];
}

function isOf(part: SubmittedPart, { numero, section }: ParagraphSpan): boolean {
  return "section" in part ? isUnder(section, part.section) : isWithin(numero, part);
}
