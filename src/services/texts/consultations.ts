import { isUnder } from "../../../bofip/citations/sections.ts";
import type { SubmittedPart } from "../../../bofip/news/consultations/submitted.ts";
import { isWithin } from "../../../bofip/paragraphs/paragraph-number.ts";
import type { ParagraphSpan } from "../../../bofip/paragraphs/paragraph-text.ts";
import type { StoredDocument } from "../../../db/queries/documents.ts";
import type { Consultation } from "../../schemas/answers/texts/consultation.ts";

/** The public consultations that an edition was submitted to. */
export function consultationsOf({ consultations, spans }: StoredDocument): Consultation[] {
  return consultations.map(({ parties, ...consultation }) => ({
    ...consultation,
    paragraphes: parties === null ? null : submittedParagraphs(parties, spans),
  }));
}

/** Those that one of its § was submitted to. */
export function consultationsOfParagraph(stored: StoredDocument, numero: string): Consultation[] {
  return consultationsOf(stored).filter(({ paragraphes }) => paragraphes?.includes(numero) ?? true);
}

function submittedParagraphs(parties: readonly SubmittedPart[], spans: readonly ParagraphSpan[]): string[] {
  const submitted = spans.filter((span) => parties.some((part) => isOf(part, span)));
  return [...new Set(submitted.map(({ numero }) => numero))];
}

function isOf(part: SubmittedPart, { numero, section }: ParagraphSpan): boolean {
  return "section" in part ? isUnder(section, part.section) : isWithin(numero, part);
}
