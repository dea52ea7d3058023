import { codePointReader } from "../../../db/bofip/citations/code-points.ts";
import type { QuotedText, QuotedWords } from "../../../db/bofip/citations/quoted-words.ts";
import type { Quote } from "../../../db/bofip/citations/quotes.ts";
import type { WrittenCitation } from "../../../db/bofip/citations/read.ts";
import { writeCitation } from "../../../db/bofip/citations/write.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
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
import type { CitationChecker } from "./checker.ts";
import { type Finding, type JudgedDay, judgeEdition } from "./edition.ts";
import { judgeParagraphs, numbersCited } from "./paragraphs.ts";

export interface CitationDeps {
  readonly database: Database;
  readonly citationChecker: CitationChecker;
  readonly clock: () => Date;
  readonly publicUrl: () => string;
}

/** Texts read at once: the longest have some 90,000 characters. */
const TEXTS_A_STATEMENT = 25;
/** What looking for the quotations of one text may take, their wait included; an ordinary one takes some 20 ms. */
const QUOTATIONS_LIMIT_MS = 3_000;

/**
 * Every citation of the doctrine in a text, and what each proves to be on a day, today by default. The store is asked
 * for all of them at once; nothing of the text is kept.
 * @throws {EngineUnavailable} when too many long texts wait to be read.
 */
export async function checkCitations(
  deps: CitationDeps,
  texte: string,
  asked: string | null,
): Promise<CheckedText> {
  const { citations: written, isCut, quotes } = await deps.citationChecker.read(texte);
  const day = { date: asked ?? todayInParis(deps.clock()), isToday: asked === null };
  const found = await findTexts(deps.database, written, day);
  const words = await findWords(deps, found, quotes);
  const countAt = codePointReader(texte);
  const citations = found.map((citation, rank) => ({
    debut: countAt(citation.written.start),
    fin: countAt(citation.written.end),
    texte: texte.slice(citation.written.start, citation.written.end),
    ...shownOf(words.get(rank) === null ? withoutVerdict(citation) : citation, deps.publicUrl()),
    citation_textuelle: words.get(rank) ?? null,
  }));
  return { date: day.date, citations, ...(isCut ? { tronque: true } : {}) };
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

/** By the rank of a citation; null for a quotation that could not be checked. */
type WordsFound = ReadonlyMap<number, QuotedWords | null>;

/** Looks for the quotations in the texts that they cite, each text once, until the time for it has passed. */
async function findWords(
  { database, citationChecker }: CitationDeps,
  found: readonly FoundCitation[],
  quotes: ReadonlyMap<number, Quote>,
): Promise<WordsFound> {
  const words = new Map<number, QuotedWords | null>();
  const quoted = Map.groupBy(quotedCitations(found, quotes), ({ editionId }) => editionId);
  const editionIds = [...quoted.keys()];
  const deadline = performance.now() + QUOTATIONS_LIMIT_MS;
  for (let from = 0; from < editionIds.length; from += TEXTS_A_STATEMENT) {
    const texts = await readEditionTexts(database, editionIds.slice(from, from + TEXTS_A_STATEMENT));
    for (const [editionId, texte] of texts) {
      const citing = quoted.get(editionId) ?? [];
      const spans = citing[0]?.citation.paragraphs.spans ?? [];
      const located = await locateInTime(citationChecker, { texte, spans }, citing, deadline);
      citing.forEach(({ rank }, index) => {
        words.set(rank, located[index] ?? null);
      });
    }
  }
  return words;
}

interface QuotedCitation {
  readonly rank: number;
  readonly quote: string;
  readonly citation: FoundCitation;
  readonly editionId: number;
}

/** The citations of a text held that a quotation adjoins. */
function quotedCitations(
  found: readonly FoundCitation[],
  quotes: ReadonlyMap<number, Quote>,
): QuotedCitation[] {
  return [...quotes].flatMap(([rank, { texte: quote }]) => {
    const citation = found[rank];
    const edition = citation?.finding.edition;
    return citation && edition ? [{ rank, quote, citation, editionId: edition.editionId }] : [];
  });
}

/** None of them once the time has passed, or when the thread has too much to do. */
async function locateInTime(
  checker: CitationChecker,
  text: QuotedText,
  citing: readonly QuotedCitation[],
  deadline: number,
): Promise<readonly (QuotedWords | null)[]> {
  const left = deadline - performance.now();
  if (left <= 0) return [];
  const quotations = citing.map(({ quote, citation: { written, paragraphs } }) => {
    return { quote, cited: numbersCited(written, paragraphs) };
  });
  try {
    return await checker.locate({ text, quotations }, left);
  } catch (error) {
    if (error instanceof EngineUnavailable) return [];
    throw error;
  }
}

/** What would be verified is not, while the words quoted were not compared. */
function withoutVerdict(citation: FoundCitation): FoundCitation {
  const { finding } = citation;
  if (finding.etat !== "verifiee" && finding.etat !== "remplacee") return citation;
  return { ...citation, finding: { ...finding, etat: "non_verifiee", motif: NOT_COMPARED } };
}

const NOT_COMPARED =
  "Les mots entre guillemets n'ont pas été comparés au texte dans le temps imparti : vérifiez cette citation à part.";

type Shown = Omit<CheckedCitation, "debut" | "fin" | "texte" | "citation_textuelle">;

function shownOf({ written, finding }: FoundCitation, publicUrl: string): Shown {
  const { boiId, numero, numeroFin, edition: cited } = written;
  const { etat, motif, edition } = finding;
  const isHeld = etat !== "paragraphe_absent" && etat !== "paragraphe_reserve";
  const isCitable = isHeld && etat !== "non_verifiee";
  return {
    boi_id: boiId,
    numero,
    numero_fin: numeroFin,
    edition: cited,
    etat,
    motif,
    citation:
      edition === null || !isCitable
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
