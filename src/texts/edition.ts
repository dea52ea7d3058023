import { writeCitation } from "../../bofip/citations/reference.ts";
import { isUnder } from "../../bofip/citations/sections.ts";
import { parisDay } from "../../bofip/days/days.ts";
import { ownConsultation } from "../../bofip/news/consultation.ts";
import type { SubmittedPart } from "../../bofip/news/consultations/submitted.ts";
import { isWithin, type ParagraphSpan, paragraphText } from "../../bofip/paragraphs/paragraphs.ts";
import { certaintyOf, toldDay, UNCERTAIN } from "../../bofip/sources/certainty.ts";
import type { DocumentTable } from "../../bofip/tables/read-tables.ts";
import { fingerprint } from "../../bofip/text/characters.ts";
import type { Database } from "../../db/postgres/database.ts";
import {
  findDocument,
  type StoredDocument,
  type StoredEdition,
  type ToldEdition,
} from "../../db/queries/documents.ts";
import type { HitSource } from "../../db/queries/hits.ts";
import type { TextSpan } from "../../db/queries/kept-texts.ts";
import type { FullDocument } from "../features/documents/answer.ts";
import { consultationPath, paragraphAnchor, tableAnchor } from "../pages/addresses.ts";
import type { AskedText } from "../schemas/parameters/asked-text.ts";
import type { Consultation } from "./consultation-answer.ts";
import type { Edition, KnownEdition, ParagraphEdition } from "./edition-answer.ts";

/** Where the pages of this service are. */
export interface Site {
  /** Without a trailing slash. */
  readonly publicUrl: () => string;
}

interface PlacedText {
  readonly boiId: string;
  /** Start of validity of the edition, `YYYY-MM-DD`. */
  readonly date: string;
  /** Null for the whole document. */
  readonly numero: string | null;
  /** Rank of the table that is shown, cited by its § or its document. */
  readonly tableau?: number;
  /** Fingerprint of the cited text, when its date and its § are ambiguous. */
  readonly empreinte: string | null;
  /** Fingerprint of its edition's text, when the page of that day shows another one. */
  readonly otherWording?: string | null;
  /** Day on which the document was withdrawn; null for another end. */
  readonly retireLe?: string | null;
}

interface Place {
  readonly citation: string;
  readonly page: string;
}

/** The canonical citation of a text, and its address, which includes its date. */
export function placeOf({ publicUrl }: Site, text: PlacedText): Place {
  const { boiId, date, numero, empreinte, otherWording = null, retireLe = null } = text;
  return {
    citation: writeCitation({ boiId, date, numero, empreinte, retireLe }),
    page: publicUrl() + consultationPath(boiId, date, otherWording) + fragmentOf(text),
  };
}

function fragmentOf({ numero, tableau }: PlacedText): string {
  if (tableau !== undefined) return `#${tableAnchor(tableau)}`;
  return numero === null ? "" : `#${paragraphAnchor(numero)}`;
}

/** The place of a search hit, at the § that matches. */
export function placeOfHit(site: Site, hit: HitSource, span: TextSpan | undefined): Place {
  const { boi_id: boiId, date_publication: date, contenu_texte, is_contested, statut, date_fin } = hit;
  const empreinte = is_contested ? fingerprint(contenu_texte.slice(span?.start, span?.end)) : null;
  const retireLe = statut === "retire" ? date_fin : null;
  return placeOf(site, { boiId, date, numero: span?.numero ?? null, empreinte, retireLe });
}

/** The paragraphs of a past edition whose words the text that the document shows today no longer has. */
interface ChangedSince {
  /** Start of the edition compared with, `YYYY-MM-DD`. */
  readonly date: string;
  /** Numbers, in the past edition. */
  readonly changed: ReadonlySet<string>;
}

/**
 * Which § of a replaced edition the document's text no longer has, by fingerprint: one only renumbered is not among
 * them. Null for a text not replaced, or without a stored one to compare with.
 */
export async function paragraphsChangedSince(
  database: Database,
  past: Pick<FullDocument, "boi_id" | "statut" | "paragraphes">,
): Promise<ChangedSince | null> {
  if (past.statut !== "remplace" || past.paragraphes.length === 0) return null;
  const shown = await findDocument(database, past.boi_id, { kind: "shown" });
  if (shown === null || !shown.texte_detenu || shown.erased_at !== null) return null;
  const kept = new Set(
    shown.spans.map(({ start, end }) => fingerprint(shown.contenu_texte.slice(start, end))),
  );
  const changed = past.paragraphes.filter(({ empreinte }) => !kept.has(empreinte));
  return { date: shown.date_publication, changed: new Set(changed.map(({ numero }) => numero)) };
}

export interface EditionDeps extends Site {
  readonly clock: () => Date;
}

/** Identifies a text and what proves it. @param asked day that was asked for; null for none. */
export function editionOf(deps: EditionDeps, stored: ToldEdition, asked: string | null): Edition {
  const { date_publication: date_debut, date_mise_a_jour: date_fin, pgp, fin_constatee, url } = stored;
  const { attestee_jusqu_au, sayings: observations } = stored;
  const jour = toldDay({ date_debut, date_fin }, { asked, today: parisDay(deps.clock()) });
  return {
    date_debut,
    date_fin,
    pgp,
    ...certaintyOf({ date_debut, date_fin, attestee_jusqu_au, observations }, jour),
    fin_constatee,
    empreinte: stored.empreinte,
    empreinte_source: stored.empreinte_source,
    redactions: stored.redactions,
    ...placeOf(deps, { ...placing(stored), numero: null, empreinte: contestedOr(stored, stored.empreinte) }),
    url,
  };
}

/** `editionOf` for a document whose text may not be stored: there is then no proof, no citation and no start day. */
export function knownEditionOf(deps: EditionDeps, stored: StoredEdition, asked: string | null): KnownEdition {
  const edition = editionOf(deps, stored, asked);
  return stored.texte_detenu ? edition : { ...edition, ...NO_TEXT };
}

/** A source that shows a notice attests no text. */
const NO_TEXT = {
  date_debut: null,
  ...UNCERTAIN,
  empreinte: null,
  empreinte_source: null,
  citation: null,
} as const;

/** The edition of a §, with what first brought its text. */
export function paragraphEditionOf(
  deps: EditionDeps,
  stored: ToldEdition,
  asked: string | null,
): ParagraphEdition {
  const [first] = stored.sayings;
  if (first === undefined) throw new Error(`${stored.boi_id}: a text that no source said`);
  const { recue_le, genre, fichier, empreinte_fichier, date_source } = first;
  return {
    ...editionOf(deps, stored, asked),
    recue_le,
    provenance: { genre, fichier, empreinte_fichier, date_source },
  };
}

/** The day requested for a text, `YYYY-MM-DD`; null for none. */
export function askedDay(asked: AskedText): string | null {
  if (asked.kind === "day") return asked.date;
  return asked.kind === "wording" ? (asked.edition?.date ?? null) : null;
}

/** The citation and the page of a § of an edition. @param empreinte of the §. */
export function placeOfParagraph(
  site: Site,
  stored: ToldEdition,
  { numero, empreinte }: { readonly numero: string; readonly empreinte: string },
) {
  return placeOf(site, { ...placing(stored), numero, empreinte: contestedOr(stored, empreinte) });
}

/** The citation of what contains a table of an edition, and the page that shows the table. */
export function placeOfTable(
  site: Site,
  stored: StoredEdition,
  { paragraphe, rang }: Pick<DocumentTable, "paragraphe" | "rang">,
) {
  const empreinte = stored.is_contested ? fingerprintOfPart(stored, paragraphe) : null;
  return placeOf(site, { ...placing(stored), numero: paragraphe, empreinte, tableau: rang });
}

function fingerprintOfPart(
  { contenu_texte, spans, empreinte }: StoredEdition,
  numero: string | null,
): string {
  const texte = numero === null ? null : paragraphText(contenu_texte, spans, numero);
  return texte === null ? empreinte : fingerprint(texte);
}

function placing(stored: ToldEdition) {
  const { boi_id: boiId, date_publication: date, statut, date_mise_a_jour: end, is_shown } = stored;
  return {
    boiId,
    date,
    retireLe: statut === "retire" ? end : null,
    otherWording: is_shown ? null : stored.empreinte,
  };
}

function contestedOr({ is_contested }: ToldEdition, empreinte: string): string | null {
  return is_contested ? empreinte : null;
}

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
