import { readCitations, type WrittenCitation } from "../../citations/read-citations.ts";
import { foldInPlace, LIST_HEADING } from "../scope.ts";

/** A part of a document: everything under a heading (« I-B »), or a range of §. */
export type SubmittedPart = { readonly section: string } | { readonly de: string; readonly a: string };

/** A document that an actualité opens to comments. */
export interface SubmittedDocument {
  readonly boiId: string;
  /** Null for the whole document. */
  readonly parties: readonly SubmittedPart[] | null;
}

/** « Ces commentaires font l'objet d'une consultation »: everything published with the actualité. */
const ALL_OF_IT =
  /(?:^|\P{L})(?:ces|ce|cette|les présents|la présente|le présent)(?: nouveaux)? (?:commentaires?|projets?|publications?|mises? à jour|documents?)/iu;
const ONLY = /^Seule?s? .*\bconcernée?s? par (?:la présente|cette) (?:mise à jour|consultation)/u;
/** « Les BOI suivants », « sous la rubrique “documents liés” »: the documents are named further on. */
const FURTHER_ON =
  /(?<!\p{L})(?:suivante?s?|ci-dessous|ci-après|rubrique|documents?(?:\(s\))? liés?(?:\(s\))?)(?!\p{L})/giu;
const SOME = /(?<!\p{L})certains(?!\p{L})/iu;
const EXCEPTED = /à l['’]ex(?:ception|clusion)|(?<!\p{L})(?:hormis|sauf)(?!\p{L})/iu;
const DIVISION = /(?<!\p{L})division ([A-Z][A-Z\d]*)(?![\p{L}\d])/u;
/** « La consultation publique relative au BOI-… est prolongée »: its whole sentence names them. */
const SUBJECT = /^consultation/iu;
const LONGEST_SUBJECT = 12;
const ITEM = /^[-–—•*\s]*BOI ?-/u;

/**
 * The documents that an actualité opens to consultation: those that the opening sentence (at offset `opening`) names or
 * leads to; those of a list said or marked to be submitted; or, when it refers to everything published, those of the
 * list of published documents, limited to the stated parts.
 */
export function submittedDocuments(source: string, opening: number): readonly SubmittedDocument[] {
  const sentences = sentencesOf(source);
  const rank = sentences.findLastIndex(({ start }) => start <= opening);
  const { start = 0, words = "" } = sentences[rank] ?? {};
  const isSubject = SUBJECT.test(source.slice(opening, opening + LONGEST_SUBJECT));
  const subject = isSubject ? words : source.slice(start, opening);
  const pointer = [...subject.matchAll(FURTHER_ON)].at(-1)?.index;
  const [said = "", excepted = ""] = subject.slice(pointer ?? 0).split(EXCEPTED);
  const lists = listsAfter(source, opening);
  const named = documentsIn(said);
  const submitted = lists.filter(({ kind }) => kind === "submitted").flatMap(({ items }) => items);
  if (named.length + submitted.length > 0) return distinct([...named, ...submitted]);
  const below = pointer === undefined ? [] : namedBelow(sentences.slice(rank), opening);
  if (below.length > 0) return below;
  const listed = lists.filter(({ kind }) => kind !== "other").flatMap(({ items }) => items);
  const marked = listed.filter(({ isMarked }) => isMarked);
  if (marked.length > 0 || SOME.test(subject)) return distinct(marked);
  const left = new Set(documentsIn(excepted).map(({ boiId }) => boiId));
  if (pointer !== undefined) return distinct(listed.filter(({ boiId }) => !left.has(boiId)));
  const division = DIVISION.exec(said)?.[1];
  if (division !== undefined)
    return distinct(listed.filter(({ boiId }) => boiId.split("-").includes(division)));
  return ALL_OF_IT.test(subject) ? allPublished(sentences, lists) : [];
}

/** What is published, limited to the parts that sentences of their own state; documents called « liés » are not. */
function allPublished(
  sentences: ReturnType<typeof sentencesOf>,
  lists: readonly AddedList[],
): readonly SubmittedDocument[] {
  const alone = sentences.filter(({ words }) => ONLY.test(words)).flatMap(({ words }) => documentsIn(words));
  const published = lists.filter(({ kind }) => kind === "published").flatMap(({ items }) => items);
  return distinct([...alone, ...published]);
}

/** Documents named after the words that open a consultation, in their sentence and in the items below it. */
function namedBelow(
  [sentence, ...next]: ReturnType<typeof sentencesOf>,
  opening: number,
): readonly SubmittedDocument[] {
  if (sentence === undefined) return [];
  const end = next.findIndex(({ words }) => !ITEM.test(words));
  const items = next.slice(0, end === -1 ? next.length : end).map(({ words }) => words);
  return documentsIn([sentence.words.slice(opening - sentence.start), ...items].join("\n"));
}

interface ListedDocument extends SubmittedDocument {
  /** Its title says that it is submitted: « (consultation publique partielle du II § 80 à 320) ». */
  readonly isMarked: boolean;
}

interface AddedList {
  readonly kind: "submitted" | "published" | "linked" | "other";
  readonly items: readonly ListedDocument[];
}

const EVERY_HEADING = new RegExp(LIST_HEADING, "gu");
const SIGNED = /signataire/;

/** The lists that the official site adds after the text of an actualité. */
function listsAfter(source: string, from: number): readonly AddedList[] {
  const folded = foldInPlace(source.slice(from));
  const headings = [...folded.matchAll(EVERY_HEADING)];
  return headings.map(({ 0: heading, index }, rank) => {
    const start = index + heading.length;
    const list = folded.slice(start, headings[rank + 1]?.index);
    const signed = SIGNED.exec(list)?.index ?? list.length;
    return { kind: kindOf(heading), items: itemsOf(source.slice(from + start, from + start + signed)) };
  });
}

function kindOf(heading: string): AddedList["kind"] {
  if (/^actualite|supprime|rattache|retire/.test(heading)) return "other";
  if (/consultation/.test(heading)) return / et /.test(heading) ? "linked" : "submitted";
  return /modifie|cree|ajoute/.test(heading) ? "published" : "linked";
}

const MARK = /\(\s*consultation publique(?<partial> partielle)?(?<parts>[^()]*)\)/iu;

/** The documents of a list: what their titles say is not about their §, but for the mark of a partial consultation. */
function itemsOf(list: string): readonly ListedDocument[] {
  const words = readable(list);
  const names = readCitations(words).citations.flatMap(({ boiId, nameStart }) =>
    boiId === null || nameStart === null ? [] : [{ boiId, at: nameStart }],
  );
  return names.map(({ boiId, at }, rank) => {
    const mark = MARK.exec(words.slice(at, names[rank + 1]?.at));
    const { partial, parts } = mark?.groups ?? {};
    if (partial === undefined) return { boiId, parties: null, isMarked: mark !== null };
    const [said] = documentsIn(`${parts} du ${boiId}`);
    return { boiId, parties: said?.parties ?? [], isMarked: true };
  });
}

/** « BOI-TVA -BASE-10 »: the source sometimes has a space inside an identifier. */
const SPACED = /BOI(?: ?-[A-Z\d]+)+/g;
/** « assimilésBOI-INT-DG »: or nothing before it. */
const GLUED = /(?<=[\p{Ll}\d)»])(?=BOI-[A-Z])/gu;
const IDENTIFIER = /BOI-[A-Z\d-]+/g;
/** « …, aux § 10 et 20 du BOI-… »: what follows « au » belongs to the document that it leads to. */
const TO_THE_NEXT = /^\s*(?:[,;]\s*(?:et\s|ainsi\squ['’e]\s?)?|et\s|ainsi\squ['’e]\s?)(?:aux?|à\sla)\s/u;
const OF_THE_NEXT = /\sdu\s$/u;
const LONGEST_OF = 4;

function readable(source: string): string {
  return source.replace(SPACED, (identifier) => identifier.replaceAll(" ", "")).replace(GLUED, "\n");
}

/** Words, cut before what is said of the next document. */
function cutByDocument(words: string): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  let last = words.length;
  for (const { 0: identifier, index } of words.matchAll(IDENTIFIER)) {
    const between = words.slice(last, index);
    if (TO_THE_NEXT.test(between) && OF_THE_NEXT.test(between.slice(-LONGEST_OF))) {
      pieces.push(words.slice(from, last));
      from = last;
    }
    last = index + identifier.length;
  }
  return [...pieces, words.slice(from)];
}

/** The documents that words name, with the parts that they state. */
export function documentsIn(source: string): readonly SubmittedDocument[] {
  const parts = new Map<string, SubmittedPart[]>();
  for (const words of cutByDocument(readable(source))) {
    const { citations, lone } = readCitations(words);
    const ids = new Set(citations.flatMap(({ boiId }) => boiId ?? []));
    for (const boiId of ids) if (!parts.has(boiId)) parts.set(boiId, []);
    const [only = ""] = ids.size === 1 ? ids : [];
    // « aux “III-A” § 82 à 88 et “III-B” § 95 du BOI-… »: words of titles stand between the § and its document.
    const places = [...lone.map((place) => ({ ...place, boiId: only })), ...citations];
    for (const place of places) for (const part of partsOf(place)) parts.get(place.boiId ?? "")?.push(part);
  }
  return [...parts].map(([boiId, found]) => ({ boiId, parties: found.length === 0 ? null : found }));
}

function partsOf({
  numero,
  numeroFin,
  sections,
}: Pick<WrittenCitation, "numero" | "numeroFin" | "sections">): readonly SubmittedPart[] {
  return numero === null
    ? sections.map((section) => ({ section }))
    : [{ de: numero, a: numeroFin ?? numero }];
}

function distinct(found: readonly SubmittedDocument[]): readonly SubmittedDocument[] {
  const first = new Map<string, SubmittedDocument>();
  for (const { boiId, parties } of found) if (!first.has(boiId)) first.set(boiId, { boiId, parties });
  return [...first.values()];
}

/** A full stop after one of these does not end a sentence; exports sometimes glue the next one to it. */
const END = /(?<!(?<!\p{L})(?:art|al|cf|ann|n|MM?|[LRDA]))[.!?](?:\s+(?=\p{Lu})|(?=\p{Lu}\p{Ll}))|\n+/gu;

/** Sentences of a text, as written, with their start as a UTF-16 offset. */
export function sentencesOf(texte: string): readonly { readonly start: number; readonly words: string }[] {
  const sentences: { start: number; words: string }[] = [];
  let start = 0;
  for (const { 0: end, index } of texte.matchAll(END)) {
    sentences.push({ start, words: texte.slice(start, index + 1).trim() });
    start = index + end.length;
  }
  sentences.push({ start, words: texte.slice(start).trim() });
  return sentences;
}
