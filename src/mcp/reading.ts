import {
  isWithin,
  nearestNumbers,
  type ParagraphRange,
  readParagraphRange,
} from "../../bofip/paragraphs/paragraphs.ts";
import { fold } from "../../bofip/text/characters.ts";
import type { FullDocument } from "../features/documents/answer.ts";
import type { Consultation } from "../texts/consultation-answer.ts";
import { ToolFault } from "./api.ts";

/** A piece of a document: a numbered paragraph, part of one, or the text before the first. */
export interface Passage {
  readonly paragraphe: string | null;
  readonly section: readonly string[];
  readonly texte: string;
}

interface Filter {
  /** « 130 », or the bounds of a range: « 130-160 », « 130 à 160 ». */
  readonly paragraphe?: string | undefined;
  /** Words of a heading; case and accents are ignored. */
  readonly section?: string | undefined;
}

/** The fields of a document that are read here. */
type ReadableText = Pick<FullDocument, "contenu_texte"> & {
  readonly paragraphes: readonly Pick<FullDocument["paragraphes"][number], "numero" | "section" | "texte">[];
};

/** Splits a document in reading order: the text before the first §, then the §§; the whole text when it has none. */
export function passagesOf({ contenu_texte, paragraphes }: ReadableText): Passage[] {
  const [first] = paragraphes;
  const preamble =
    first === undefined ? contenu_texte : contenu_texte.slice(0, contenu_texte.indexOf(first.texte));
  const passages = paragraphes.map(({ numero, section, texte }) => ({ paragraphe: numero, section, texte }));
  const head = { paragraphe: null, section: [], texte: preamble.trim() };
  return head.texte === "" ? passages : [head, ...passages];
}

/**
 * Selects the passages that match a filter.
 * @param reserved numbers that the document reserves for later §.
 * @throws {ToolFault} listing the §§ or the headings that exist, when none matches.
 */
export function selectPassages(
  passages: readonly Passage[],
  { paragraphe, section }: Filter,
  reserved: readonly ParagraphRange[] = [],
): readonly Passage[] {
  const chosen = paragraphe === undefined ? passages : inRange(passages, paragraphe, reserved);
  if (section === undefined) return chosen;
  const words = fold(section).trim();
  const found = chosen.filter((passage) => passage.section.some((title) => fold(title).includes(words)));
  if (found.length > 0) return found;
  const headings = outline(passages).map((entry) => entry.section);
  throw new ToolFault(
    headings.length === 0
      ? "Ce document n'a pas de sections : rappelez l'outil sans « section »."
      : `Aucune section ne contient « ${section} ». Sections : ${headings.join(" | ")}`,
  );
}

function inRange(
  passages: readonly Passage[],
  asked: string,
  reserved: readonly ParagraphRange[],
): readonly Passage[] {
  const numbers = passages.map((passage) => passage.paragraphe);
  const { de, a } = readParagraphRange(asked) ?? { de: asked, a: asked };
  const start = numbers.indexOf(de);
  const end = numbers.lastIndexOf(a);
  if (start !== -1 && end >= start) return passages.slice(start, end + 1);
  if (reserved.some((range) => isWithin(de, range) && isWithin(a, range))) {
    throw new ToolFault(`Le § « ${asked} » est réservé : il n'a pas de texte dans ce document.`);
  }
  const known = numbers.filter((number) => number !== null);
  if (known.length === 0)
    throw new ToolFault("Ce document n'a pas de § numérotés : rappelez l'outil sans « paragraphe ».");
  throw new ToolFault(
    `Le § « ${asked} » n'existe pas dans ce document. §§ les plus proches : ${nearestNumbers(known, de).join(", ")} (de ${known[0]} à ${known.at(-1)}).`,
  );
}

/** Where a reading resumes: a passage of the selection, and how many of its characters were already returned. */
interface Cursor {
  readonly index: number;
  readonly offset: number;
}

interface Page {
  readonly passages: Passage[];
  /** Cursor of the next page; null at the end. */
  readonly suite: string | null;
}

/**
 * Reads passages from a cursor on, up to `maxLength` characters in all. A passage is cut only when it alone is
 * longer, at a space.
 * @throws {ToolFault} for a cursor that does not belong to this selection.
 */
export function readPage(selection: readonly Passage[], cursor: string | undefined, maxLength: number): Page {
  const { index: start, offset } = parseCursor(cursor, selection);
  const passages: Passage[] = [];
  let room = maxLength;
  for (const [index, passage] of selection.entries()) {
    if (index < start) continue;
    const from = index === start ? offset : 0;
    const texte = passage.texte.slice(from);
    if (texte.length <= room) {
      passages.push({ ...passage, texte });
      room -= texte.length;
      continue;
    }
    if (passages.length > 0) return { passages, suite: `${index}:0` };
    const most = texte.slice(0, room);
    const cut = /^[\s\S]*\s/.exec(most)?.[0] ?? most;
    passages.push({ ...passage, texte: `${cut.trimEnd()} […]` });
    return { passages, suite: `${index}:${from + cut.length}` };
  }
  return { passages, suite: null };
}

function parseCursor(cursor: string | undefined, selection: readonly Passage[]): Cursor {
  if (cursor === undefined) return { index: 0, offset: 0 };
  const [index = Number.NaN, offset = Number.NaN] = cursor.split(":").map(Number);
  if (offset < (selection[index]?.texte.length ?? -1)) return { index, offset };
  throw new ToolFault(
    `« suite » = « ${cursor} » ne convient pas : reprenez la valeur donnée, avec les mêmes filtres.`,
  );
}

interface OutlineEntry {
  readonly section: string;
  /** « 10-40 », or « 10 ». */
  readonly paragraphes: string;
}

const MAX_OUTLINE = 30;

/** The headings with the range of §§ they contain, only as deep as keeps them few. */
export function outline(passages: readonly Passage[]): OutlineEntry[] {
  const depths = [3, 2, 1].map((depth) => outlineAt(passages, depth));
  return (
    depths.find((entries) => entries.length <= MAX_OUTLINE) ?? (depths.at(-1) ?? []).slice(0, MAX_OUTLINE)
  );
}

function outlineAt(passages: readonly Passage[], depth: number): OutlineEntry[] {
  const bounds = new Map<string, { first: string; last: string }>();
  for (const { paragraphe, section } of passages) {
    if (paragraphe === null || section.length === 0) continue;
    const title = section.slice(0, depth).join(" > ");
    bounds.set(title, { first: bounds.get(title)?.first ?? paragraphe, last: paragraphe });
  }
  return [...bounds].map(([section, { first, last }]) => ({
    section,
    paragraphes: first === last ? first : `${first}-${last}`,
  }));
}

/** The public consultations of a text, for a model, one per line. */
export function consultationLines(consultations: readonly Consultation[]): string[] {
  return consultations.map((consultation) => {
    const { actualite, debut, fin, paragraphes, prevaloir, definitive_le, actualite_definitive } =
      consultation;
    const days = fin === null ? `à compter du ${debut}` : `du ${debut} au ${fin}`;
    const parts = paragraphes === null ? "" : `, pour les § ${paragraphes.join(", ")}`;
    const said = prevaloir === null ? "" : ` ${actualite === null ? "Il" : "Elle"} dit : « ${prevaloir} »`;
    const final =
      definitive_le === null ? "" : ` Publication définitive : ${definitive_le} (${actualite_definitive}).`;
    return `Consultation publique ${days}${parts} (${actualite ?? "selon le bandeau du document"}).${said}${final}`;
  });
}
