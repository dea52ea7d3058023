import { setImmediate as nextTurn } from "node:timers/promises";
import { codePointReader } from "../../../bofip/citations/code-points.ts";
import { parisDay } from "../../../bofip/days/days.ts";
import type { LawMention } from "../../../bofip/law/cited/entries.ts";
import { codeKey } from "../../../bofip/law/codes.ts";
import type { Database } from "../../../db/postgres/database.ts";
import type { LawKey } from "../../../db/queries/cited-law/citing.ts";
import { type KnownLaw, readKnownLaw } from "../../../db/queries/cited-law/listed.ts";
import type { LawState } from "../../../db/schema/ingestion.ts";
import type { FullTextReader } from "../../../search/fulltext/port.ts";
import { articlePath } from "../../pages/addresses.ts";
import { lawCoverage } from "../../texts/law-of-day.ts";
import { decisionOf, knownFields, LAW_KINDS, normeOf, reponseOf } from "../law/service.ts";
import type {
  ArticleReference,
  CheckedTally,
  CheckedText,
  CitationState,
  FreeQuotation,
  LawReference,
} from "./answer.ts";
import { type JudgedArticle, judgeArticles } from "./articles.ts";
import type { CitationChecker } from "./checker.ts";
import { findCited } from "./find-cited.ts";
import { findFree, MOST_SOUGHT } from "./free-quotations.ts";
import { needsOf } from "./needs.ts";
import { shownOf, shownQuotation, wordsOf } from "./shown-citation.ts";
import { findOtherTitles, readWords } from "./text-findings.ts";
import { judgeCited } from "./verdict.ts";

/** The series of identifiers that the corpus holds or names, known now. */
export interface NamedSeries {
  named(): ReadonlySet<string>;
}

export interface CitationDeps {
  readonly database: Database;
  readonly fulltext: FullTextReader;
  readonly citationChecker: CitationChecker;
  readonly domains: NamedSeries;
  readonly clock: () => Date;
  readonly publicUrl: () => string;
}

/** Time limit for comparing fingerprints and words, waits included; an ordinary text takes about 20 ms. */
const CHECK_LIMIT_MS = 3_000;

/**
 * Checks every citation of the doctrine in a text on a day, today by default; the quotations next to none; what looks
 * like a citation but can't be read; the law cited. Nothing of the text is stored.
 * @throws {EngineUnavailable} when too many long texts are waiting.
 */
export async function checkCitations(
  { database, fulltext, citationChecker, domains, clock, publicUrl }: CitationDeps,
  texte: string,
  asked: string | null,
  heldLaw: LawState | null = null,
): Promise<CheckedText> {
  const {
    citations: written,
    isCut,
    quotes,
    free: alone,
    unread,
    law,
    ...ofArticles
  } = await citationChecker.read(texte, domains.named());
  const { match, locate } = citationChecker;
  const deadline = performance.now() + CHECK_LIMIT_MS;
  const day = { date: asked ?? parisDay(clock()), isToday: asked === null };
  const found = await findCited(database, written, { day, match, deadline });
  const tools = { database, fulltext, locate, deadline };
  const on = { law: heldLaw, day: day.date };
  const { judged: articles, compared } = await judgeArticles(tools, ofArticles, on);
  const free = alone.filter(({ start }) => !compared.has(start));
  const sought = free.slice(0, MOST_SOUGHT).map((quote) => quote.texte);
  const findings = await readWords(tools, needsOf(texte, found, quotes, sought.length > 0), sought);
  await nextTurn();
  const titles = await findOtherTitles(database, found, findings);
  const judged = judgeCited(found, quotes, { findings, titles });
  const quotations = await findFree(tools, free, judged, findings);
  const references = [...(await referencesOfLaw(database, law)), ...articles.map(articleReference)]
    .toSorted((one, other) => one.place.start - other.place.start)
    .slice(0, MOST_REFERENCES);
  const citationAt = placer(texte);
  const quotationAt = placer(texte);
  const lawAt = placer(texte);
  // Judging, showing and writing a text full of citations are long: others have their turn in between.
  await nextTurn();
  const citations = judged.map((each) => ({
    ...citationAt(each.written),
    ...shownOf(each, publicUrl()),
    non_lus: each.unread.map(placer(texte)),
  }));
  await nextTurn();
  const entries = {
    citations,
    citations_libres: quotations.map((each) => ({ ...quotationAt(each.quote), ...shownQuotation(each) })),
    non_lues: unread.map(placer(texte)),
    references_droit: references.map(({ place, ...reference }) => ({ ...lawAt(place), ...reference })),
  };
  const checked: CheckedText = {
    date: day.date,
    bilan: tallyOf(entries),
    ...entries,
    ...lawCoverage(heldLaw),
    ...(isCut ? { tronque: true } : {}),
  };
  await nextTurn();
  return checked;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Converts places of a text, in its order, into those of answers. */
function placer(texte: string): (place: Place) => { debut: number; fin: number; texte: string } {
  const countAt = codePointReader(texte);
  return ({ start, end }) => ({ debut: countAt(start), fin: countAt(end), texte: texte.slice(start, end) });
}

type Heading = keyof CheckedTally;

/** Contract, additions, part three, « Citations, second correction ». */
const OF_CITATIONS: Readonly<Record<CitationState, Heading>> = {
  verifiee: "verifiees",
  remplacee: "remplacees",
  document_inconnu: "non_detenues",
  edition_non_detenue: "non_detenues",
  lien_contradictoire: "a_corriger",
  titre_inexact: "a_corriger",
  retiree: "a_corriger",
  transferee: "a_corriger",
  paragraphe_reserve: "a_corriger",
  paragraphe_absent: "a_corriger",
  empreinte_inexacte: "a_corriger",
  section_inexacte: "a_corriger",
  citation_inexacte: "a_corriger",
  citation_tronquee: "a_corriger",
  non_verifiable: "a_lire",
  non_verifiee: "a_lire",
  partielle: "a_lire",
};

const OF_QUOTATIONS: Readonly<Record<FreeQuotation["etat"], Heading>> = {
  trouvee: "verifiees",
  introuvable: "a_corriger",
  non_verifiee: "a_lire",
};

interface CheckedEntries {
  readonly citations: readonly { readonly etat: CitationState }[];
  readonly citations_libres: readonly { readonly etat: FreeQuotation["etat"] }[];
  readonly non_lues: readonly unknown[];
  /** Ministerial answers are not judged. */
  readonly references_droit: readonly TalliedLaw[];
}

interface TalliedLaw {
  readonly genre: string;
  readonly date_discordante?: boolean;
  readonly etat?: ArticleReference["etat"];
  readonly citation_textuelle?: ArticleReference["citation_textuelle"];
}

/** Counts every entry of an answer once, by what is to be done of it; of the law, only what is known to be wrong. */
export function tallyOf(entries: CheckedEntries): CheckedTally {
  const { citations, citations_libres, non_lues, references_droit } = entries;
  const a_corriger = references_droit.filter(isWrong).length;
  const tally = { verifiees: 0, remplacees: 0, a_corriger, a_lire: non_lues.length, non_detenues: 0 };
  for (const { etat } of citations) tally[OF_CITATIONS[etat]] += 1;
  for (const { etat } of citations_libres) tally[OF_QUOTATIONS[etat]] += 1;
  return tally;
}

function isWrong({ date_discordante, etat, citation_textuelle }: TalliedLaw): boolean {
  return date_discordante === true || etat === "inconnu" || citation_textuelle?.etat === "absent";
}

/** As many references as an answer has. */
const MOST_REFERENCES = 300;

type WithoutPlace<Reference> = Reference extends unknown
  ? Omit<Reference, "debut" | "fin" | "texte"> & { readonly place: Place }
  : never;

function articleReference({
  place,
  code,
  article,
  etat,
  droit,
  words,
}: JudgedArticle): WithoutPlace<ArticleReference> {
  const path = articlePath({ code, article });
  return {
    ...{ place, genre: "article", code, code_cle: codeKey(code), article, etat, droit },
    citation_textuelle: words && wordsOf(words),
    adresse: etat === "en_vigueur" || etat === "abroge" ? `/v1${path}` : null,
  };
}

/**
 * Law cited by a text, with how many documents in force cite each. One whose date is not the corpus's is told: which of
 * the two is meant, and so its address and what cites it, is not known.
 */
async function referencesOfLaw(
  database: Database,
  law: readonly LawMention[],
): Promise<WithoutPlace<LawReference>[]> {
  const keys = new Map(law.flatMap((mention) => keyed(mention).map((key) => [nameOf(key), key])));
  const read = await readKnownLaw(database, [...keys.values()]);
  const known = new Map(read.map((each) => [nameOf(each), each]));
  return law.map((place) => {
    const [key] = keyed(place);
    const cited = key && known.get(nameOf(key));
    const count = key === undefined ? null : (cited?.documents ?? 0);
    const adresse = cited === undefined ? null : lawApiPath(cited);
    const { cle, article } = place;
    if (place.genre === "reponse")
      return { place, genre: place.genre, ...reponseOf(cle, place.champs), documents: count, adresse };
    const date_discordante = isOtherDate(place.champs.date, cited);
    const documents = date_discordante ? null : count;
    const citing = { date_discordante, documents, adresse, ...(date_discordante ? { url: null } : {}) };
    if (place.genre === "decision")
      return { place, genre: place.genre, ...decisionOf(cle, place.champs), ...citing };
    return { place, genre: place.genre, ...normeOf(cle, place.champs), article, ...citing };
  });
}

function isOtherDate(date: string | null, cited: KnownLaw | undefined): boolean {
  const known = cited === undefined ? null : (knownFields(cited.variants)?.date ?? null);
  return date !== null && known !== null && date !== known;
}

function keyed({ genre, cle }: LawMention): LawKey[] {
  return cle === null ? [] : [{ genre, cle }];
}

function nameOf({ genre, cle }: LawKey): string {
  return `${genre} ${cle}`;
}

function lawApiPath({ genre, cle }: LawKey): string {
  return `/v1/${LAW_KINDS[genre].list}/${encodeURIComponent(cle)}`;
}
