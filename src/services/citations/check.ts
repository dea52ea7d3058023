import { setImmediate as nextTurn } from "node:timers/promises";
import { codePointReader } from "../../../db/bofip/citations/code-points.ts";
import { locateQuote } from "../../../db/bofip/citations/quoted-words.ts";
import { adjoiningQuotes, type Quote } from "../../../db/bofip/citations/quotes.ts";
import { readCitations, type WrittenCitation } from "../../../db/bofip/citations/read.ts";
import { writeCitation } from "../../../db/bofip/citations/write.ts";
import type { Database } from "../../../db/postgres/database.ts";
import {
  type CitedEdition,
  type EditionParagraphs,
  readCitedEditions,
  readEditionParagraphs,
  readEditionTexts,
} from "../../../db/queries/citations/editions.ts";
import { consultationPath, paragraphAnchor } from "../../pages/addresses.ts";
import type { CheckedCitation, CheckedText } from "../../schemas/answers/citations.ts";
import { type Finding, type JudgedDay, judgeEdition } from "./edition.ts";
import { judgeParagraphs, numbersCited } from "./paragraphs.ts";

export interface CitationDeps {
  readonly database: Database;
  readonly clock: () => Date;
  readonly publicUrl: () => string;
}

const MOST_CITATIONS = 300;
/** Texts read at once: the longest have some 90,000 characters. */
const TEXTS_A_STATEMENT = 25;

/**
 * Every citation of the doctrine in a text, and what each proves to be on a day, today by default. The store is asked
 * for all of them at once; nothing of the text is kept.
 */
export async function checkCitations(
  { database, clock, publicUrl }: CitationDeps,
  texte: string,
  asked: string | null,
): Promise<CheckedText> {
  const { citations: all } = readCitations(texte);
  const written = all.slice(0, MOST_CITATIONS);
  const quotes = adjoiningQuotes(texte, written);
  const day = { date: asked ?? todayInParis(clock()), isToday: asked === null };
  const found = await findTexts(database, written, day);
  const words = await findWords(database, found, quotes);
  const countAt = codePointReader(texte);
  const citations = found.map((citation, rank) => ({
    debut: countAt(citation.written.start),
    fin: countAt(citation.written.end),
    texte: texte.slice(citation.written.start, citation.written.end),
    ...shownOf(citation, publicUrl()),
    citation_textuelle: words.get(rank) ?? null,
  }));
  return { date: day.date, citations, ...(all.length > MOST_CITATIONS ? { tronque: true } : {}) };
}

/** A written citation, and what it proves to be. */
interface FoundCitation {
  readonly written: WrittenCitation;
  readonly finding: Finding;
  readonly paragraphs: EditionParagraphs;
}

const NO_PARAGRAPHS: EditionParagraphs = { spans: [], reserves: [] };

async function findTexts(
  database: Database,
  citations: readonly WrittenCitation[],
  day: JudgedDay,
): Promise<FoundCitation[]> {
  const boiIds = new Set(citations.flatMap(({ boiId, fault }) => (boiId === null || fault ? [] : boiId)));
  const editions = await readCitedEditions(database, [...boiIds]);
  const findings = citations.map((written) => ({ written, finding: judge(written, editions, day) }));
  const editionIds = new Set(findings.flatMap(({ finding }) => finding.edition?.editionId ?? []));
  const paragraphs = await readEditionParagraphs(database, [...editionIds]);
  return findings.map(({ written, finding }) => {
    const own = paragraphs.get(finding.edition?.editionId ?? 0) ?? NO_PARAGRAPHS;
    return { written, finding: withParagraphs(written, finding, own), paragraphs: own };
  });
}

function judge(
  { boiId, edition, fault }: WrittenCitation,
  editions: ReadonlyMap<string, readonly CitedEdition[]>,
  day: JudgedDay,
): Finding {
  if (boiId !== null && fault === null) return judgeEdition(editions.get(boiId) ?? [], edition, day);
  const motif =
    fault === "ancienne"
      ? "Référence antérieure à septembre 2012 : le service ne détient que la doctrine publiée depuis."
      : "La référence ne se laisse pas lire en entier.";
  return { etat: "non_verifiable", motif, edition: null };
}

/** What is wrong with a § counts before a version that another replaced, and after what ended the document. */
function withParagraphs(written: WrittenCitation, finding: Finding, paragraphs: EditionParagraphs): Finding {
  if (finding.etat !== "verifiee" && finding.etat !== "remplacee") return finding;
  return { ...finding, ...judgeParagraphs(written, paragraphs) };
}

async function findWords(
  database: Database,
  found: readonly FoundCitation[],
  quotes: ReadonlyMap<number, Quote>,
): Promise<Map<number, NonNullable<CheckedCitation["citation_textuelle"]>>> {
  const words = new Map<number, NonNullable<CheckedCitation["citation_textuelle"]>>();
  const quoted = [...quotes].flatMap(([rank, { texte: quote }]) => {
    const citation = found[rank];
    const edition = citation?.finding.edition;
    return citation && edition ? [{ rank, quote, citation, editionId: edition.editionId }] : [];
  });
  const editionIds = [...new Set(quoted.map(({ editionId }) => editionId))];
  for (let from = 0; from < editionIds.length; from += TEXTS_A_STATEMENT) {
    const texts = await readEditionTexts(database, editionIds.slice(from, from + TEXTS_A_STATEMENT));
    for (const { rank, quote, citation, editionId } of quoted) {
      const texte = texts.get(editionId);
      if (texte === undefined) continue;
      // Looking for words in a long text takes milliseconds: other requests pass between two.
      await nextTurn();
      const { written, paragraphs } = citation;
      const { spans } = paragraphs;
      words.set(rank, locateQuote(quote, { texte, spans }, numbersCited(written, paragraphs)));
    }
  }
  return words;
}

type Shown = Omit<CheckedCitation, "debut" | "fin" | "texte" | "citation_textuelle">;

function shownOf({ written, finding }: FoundCitation, publicUrl: string): Shown {
  const { boiId, numero, numeroFin, edition: cited } = written;
  const { etat, motif, edition } = finding;
  const isHeld = etat !== "paragraphe_absent" && etat !== "paragraphe_reserve";
  return {
    boi_id: boiId,
    numero,
    numero_fin: numeroFin,
    edition: cited,
    etat,
    motif,
    citation:
      edition === null || !isHeld
        ? null
        : writeCitation({
            boiId: edition.boiId,
            date: edition.date_debut,
            numero,
            numeroFin,
            retireLe: edition.statut === "retire" ? edition.date_fin : null,
          }),
    page: edition === null ? null : pageOf(edition, isHeld ? numero : null, publicUrl),
  };
}

function pageOf(
  { boiId, date_debut, isShown }: CitedEdition,
  numero: string | null,
  publicUrl: string,
): string {
  const anchor = numero === null ? "" : `#${paragraphAnchor(numero)}`;
  return publicUrl + consultationPath(boiId, isShown ? null : date_debut) + anchor;
}

const PARIS = new Intl.DateTimeFormat("fr-CA", { timeZone: "Europe/Paris" });

/** `YYYY-MM-DD`: the doctrine comes into force on days of Paris. */
function todayInParis(now: Date): string {
  return PARIS.format(now);
}
