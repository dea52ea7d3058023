import { readCitations, type WrittenCitation } from "../../citations/read-citations.ts";
import { ownWords } from "../own-words.ts";
import { foldInPlace } from "../words-as-written.ts";
import { sentencesOf } from "./sentences.ts";

/** A part of a document: everything under a heading (« I-B »), or a range of §. */
export type SubmittedPart = { readonly section: string } | { readonly de: string; readonly a: string };

/** A document that an actualité opens to comments. */
export interface SubmittedDocument {
  readonly boiId: string;
  /** Null for the whole document. */
  readonly parties: readonly SubmittedPart[] | null;
}

/** « BOI-TVA -BASE-10 »: the source sometimes has a space inside an identifier. */
const SPACED = /BOI(?: ?-[A-Z\d]+)+/g;

/** « Ces commentaires font l'objet d'une consultation »: everything published with the actualité. */
const ALL_OF_IT =
  /(?:^|\P{L})(?:ces|ce|cette|les présents|la présente|le présent)(?: nouveaux)? (?:commentaires?|projets?|publications?|mises? à jour|documents?)/iu;
const ONLY = /^Seule?s? .*\bconcernée?s? par (?:la présente|cette) (?:mise à jour|consultation)/u;
/** Introduces the documents that an actualité publishes; those it calls « liés » are not included. */
const PUBLISHED = /documents?(?:\(s\))? (?:modifie|cree|ajoute)(?:\(s\)|s)? ?:?/g;
const OTHER_LIST = /(?:actualites?|documents?)(?:\(s\))? (?:liee?|rattache|supprime)(?:\(s\)|s)?/;

/**
 * The documents that an actualité opens to public consultation: those of the sentence that opens it; otherwise, when
 * that sentence refers to everything published, those of its list of published documents, limited to the parts that
 * it states.
 * @param opening offset of the words that open the consultation.
 */
export function submittedDocuments(source: string, opening: number): readonly SubmittedDocument[] {
  const sentences = sentencesOf(source);
  const sentence = sentences.findLast(({ start }) => start <= opening);
  const subject = source.slice(sentence?.start ?? 0, opening);
  const named = documentsIn(subject);
  if (named.length > 0) return named;
  if (!ALL_OF_IT.test(subject)) return [];
  const alone = sentences.filter(({ words }) => ONLY.test(words)).flatMap(({ words }) => documentsIn(words));
  const parted = new Set(alone.map(({ boiId }) => boiId));
  return [...alone, ...publishedDocuments(source).filter(({ boiId }) => !parted.has(boiId))];
}

function publishedDocuments(source: string): readonly SubmittedDocument[] {
  const folded = foldInPlace(source);
  const lists = folded.slice(ownWords(folded).length);
  const offset = folded.length - lists.length;
  const found = [...lists.matchAll(PUBLISHED)].flatMap(({ 0: words, index }) => {
    const start = index + words.length;
    const end = OTHER_LIST.exec(lists.slice(start))?.index ?? lists.length;
    return documentsIn(source.slice(offset + start, offset + start + end));
  });
  return [...new Map(found.map(({ boiId }) => [boiId, { boiId, parties: null }])).values()];
}

function documentsIn(source: string): readonly SubmittedDocument[] {
  const words = source.replace(SPACED, (identifier) => identifier.replaceAll(" ", ""));
  const parts = new Map<string, SubmittedPart[]>();
  for (const citation of readCitations(words).citations) {
    if (citation.boiId === null) continue;
    parts.set(citation.boiId, [...(parts.get(citation.boiId) ?? []), ...partsOf(citation)]);
  }
  return [...parts].map(([boiId, found]) => ({ boiId, parties: found.length === 0 ? null : found }));
}

function partsOf({ numero, numeroFin, sections }: WrittenCitation): readonly SubmittedPart[] {
  return numero === null
    ? sections.map((section) => ({ section }))
    : [{ de: numero, a: numeroFin ?? numero }];
}
