import { frenchDate } from "../../../bofip/days/days.ts";
import type { Mention } from "../../../bofip/mentions/drafts.ts";
import type { Piece } from "../../../bofip/mentions/tokens.ts";
import { type Certainty, certaintyOf, toldDay } from "../../../bofip/sources/certainty.ts";
import type { Database } from "../../../db/postgres/database.ts";
import {
  type CitedEdition,
  type EditionParagraphs,
  readCitedEditions,
  readEditionTexts,
} from "../../../db/queries/citations/editions.ts";
import {
  type NumberHolders,
  readNamingParagraphs,
  readNumberHolders,
} from "../../../db/queries/citations/named.ts";
import { type CitedNews, readCitedNews } from "../../../db/queries/news.ts";
import { readObservations, type SaidText } from "../../../db/queries/texts/wordings.ts";
import {
  type Finding,
  type FoundCitation,
  isOpen,
  type JudgedDay,
  judgeEdition,
  type SaidEdition,
} from "./edition.ts";
import { type Matched, type MatchFingerprints, matchCitedFingerprints } from "./fingerprints.ts";
import { judgeParagraphs } from "./paragraphs.ts";

const NO_PARAGRAPHS: EditionParagraphs = { spans: [], reserves: [] };

/** Finds the document, edition and § of all citations at once, by fingerprints until a `performance.now()` deadline. */
export async function findCited(
  database: Database,
  read: readonly Mention[],
  {
    day,
    match,
    deadline,
  }: { readonly day: JudgedDay; readonly match: MatchFingerprints; readonly deadline: number },
): Promise<FoundCitation[]> {
  const holders = await readNumberHolders(database, [
    ...new Set(read.flatMap(({ pgp }) => pgp?.numero ?? [])),
  ]);
  const citations = read.map((written) => namedByNumber(written, holders));
  const boiIds = new Set(citations.flatMap(({ boiId, fault }) => (boiId === null || fault ? [] : boiId)));
  const newsIds = new Set(citations.flatMap(({ actualite }) => actualite ?? []));
  const [editions, news] = await Promise.all([
    readCitedEditions(database, [...boiIds]),
    readCitedNews(database, [...newsIds]),
  ]);
  const judged = citations.map((written) => ({
    written,
    news: written.actualite === null ? null : (news.get(written.actualite) ?? null),
    finding: judge(written, { editions, news, holders, day }),
  }));
  const matched = await matchCitedFingerprints(database, judged, { editions, day, match, deadline });
  const editionIds = new Set(
    matched.flatMap(({ finding: { etat, edition, inForce } }) =>
      [edition, etat === "remplacee" ? inForce : null].flatMap((each) => each?.editionId ?? []),
    ),
  );
  const unknown = matched.flatMap(({ written, finding }) =>
    finding.etat === "document_inconnu" ? (written.boiId ?? []) : [],
  );
  const [paragraphs, certaintyFor, naming] = await Promise.all([
    readEditionTexts(database, [...editionIds], ["spans", "reserves"]),
    readCertainties(database, matched, day.date),
    readNamingParagraphs(database, [...new Set(unknown)]),
  ]);
  return matched.map((citation) => {
    const { written, finding, wording } = citation;
    const certainty = certaintyFor(citation);
    const own = wording ?? paragraphs.get(finding.edition?.editionId ?? 0) ?? NO_PARAGRAPHS;
    const whole = withParagraphs(written, finding, own);
    const isReplaced = whole.etat === "remplacee";
    const paragraphsInForce = isReplaced ? (paragraphs.get(whole.inForce?.editionId ?? 0) ?? null) : null;
    return {
      ...{ ...citation, finding: whole, certainty, paragraphs: own, paragraphsInForce },
      unread: unreadOf(citation, holders),
      namedBy: whole.etat === "document_inconnu" ? (naming.get(written.boiId ?? "") ?? []) : [],
    };
  });
}

/** The text that a citation is compared with; null when none is held. */
function comparedText({ finding: { edition }, wording }: Matched): (CitedEdition & SaidText) | null {
  if (edition === null || !edition.hasText || edition.isErased) return null;
  return { ...edition, empreinte: wording?.empreinte ?? edition.empreinte };
}

/** On the day that a citation says, else on the judged day when its edition was in force then, else on its first day. */
async function readCertainties(
  database: Database,
  matched: readonly Matched[],
  today: string,
): Promise<(citation: Matched) => Certainty | null> {
  const keyOf = ({ editionId, empreinte }: SaidText) => `${editionId} ${empreinte}`;
  const compared = matched.flatMap((citation) => comparedText(citation) ?? []);
  const texts = [...new Map(compared.map((text) => [keyOf(text), text])).values()];
  const observed = await readObservations(database, texts);
  const observations = new Map(texts.map((text, rank) => [keyOf(text), observed[rank] ?? []]));
  return (citation) => {
    const text = comparedText(citation);
    if (text === null) return null;
    const jour = toldDay(text, { asked: citation.written.jourEnVigueur, today });
    return certaintyOf({ ...text, observations: observations.get(keyOf(text)) ?? [] }, jour);
  };
}

interface Held {
  readonly editions: ReadonlyMap<string, readonly CitedEdition[]>;
  readonly news: ReadonlyMap<string, CitedNews>;
  readonly holders: ReadonlyMap<number, NumberHolders>;
  readonly day: JudgedDay;
}

/** A mention that gives a number alone is of the one document, or the one actualité, that has it. */
function namedByNumber(written: Mention, holders: ReadonlyMap<number, NumberHolders>): Mention {
  const { boiId, actualite, fault, pgp } = written;
  if (boiId !== null || actualite !== null || fault !== null || pgp === null) return written;
  const { boiIds = [], actualites = [] } = holders.get(pgp.numero) ?? {};
  if (boiIds.length + actualites.length !== 1) return written;
  return {
    ...written,
    boiId: boiIds[0] ?? null,
    actualite: actualites[0] ?? null,
    identifiant: boiIds[0] ?? "",
  };
}

function judge(written: Mention, held: Held): Finding {
  const finding = judgeNamed(written, held);
  const isLinked = written.isContradictory || isOfAnother(written, held.holders);
  if (!isLinked || NOT_LINKED.has(finding.etat)) return finding;
  const motif = "Le lien n'est pas celui de ce document : l'un des deux est à corriger.";
  return { ...finding, etat: "lien_contradictoire", motif };
}

/** States that come before a contradictory link, in the order of the checks. */
const NOT_LINKED: ReadonlySet<string> = new Set([
  "non_verifiable",
  "document_inconnu",
  "edition_non_detenue",
]);

/** Whether the number of its link is another held document's. */
function isOfAnother(
  { boiId, actualite, pgp }: Mention,
  holders: ReadonlyMap<number, NumberHolders>,
): boolean {
  const others = pgp === null ? undefined : holders.get(pgp.numero);
  if (others === undefined) return false;
  return ![...others.boiIds, ...others.actualites].some((each) => each === boiId || each === actualite);
}

function judgeNamed(written: Mention, { editions, news, holders, day }: Held): Finding {
  const { boiId, actualite, fault, pgp } = written;
  const none = { edition: null, inForce: null };
  if (fault === "ancienne") return { ...none, etat: "non_verifiable", motif: motifOfOld(written) };
  if (fault !== null)
    return { ...none, etat: "non_verifiable", motif: "La référence ne se laisse pas lire en entier." };
  if (boiId !== null) return judgeEdition(editions.get(boiId) ?? [], written, day);
  if (actualite !== null) return judgeNews(news.get(actualite), written, day);
  const { boiIds = [], actualites = [] } = (pgp && holders.get(pgp.numero)) ?? {};
  const several = [...boiIds, ...actualites];
  if (several.length === 0) {
    const motif =
      "Le service ne détient rien sous ce numéro : non détenu ne veut pas dire qu'il n'existe pas.";
    return { ...none, etat: "document_inconnu", motif };
  }
  const motif = `Ce numéro est celui de plusieurs publications : ${several.join(", ")}.`;
  return { ...none, etat: "non_verifiable", motif };
}

/** The day from which the BOFiP replaced the bulletins, and the doctrine before it is void. */
const BOFIP_BEGAN = "2012-09-12";

function motifOfOld({ edition, annee }: Mention): string {
  const isLater = (edition ?? `${annee ?? ""}-01-01`) > BOFIP_BEGAN;
  return isLater
    ? `Aucun bulletin de cette forme n'a été publié après le ${frenchDate(BOFIP_BEGAN)} : la référence est à corriger.`
    : "Référence antérieure à septembre 2012 : le service ne détient que la doctrine publiée depuis.";
}

/** What its sentence says that was not read, with what could not be compared with what is held. */
function unreadOf(
  {
    written: { unread, pgp, otherDay, edition, boiId, actualite },
    finding,
  }: Pick<FoundCitation, "written" | "finding">,
  holders: ReadonlyMap<number, NumberHolders>,
): readonly Piece[] {
  const isHeld = finding.etat !== "document_inconnu" && (boiId ?? actualite) !== null;
  const isNumberUnheld = isHeld && pgp !== null && !holders.has(pgp.numero);
  const isDayOther = otherDay !== null && finding.edition?.date_debut !== edition;
  const more = [...(isNumberUnheld ? [pgp] : []), ...(isDayOther ? [otherDay] : [])];
  return more.length === 0 ? unread : [...unread, ...more].sort((one, other) => one.start - other.start);
}

/** A faulty § takes precedence over a replaced version, but not over the end of the document. */
function withParagraphs(written: Mention, finding: Finding, paragraphs: EditionParagraphs): Finding {
  if (!isOpen(finding)) return finding;
  return { ...finding, ...judgeParagraphs(written, paragraphs) };
}

const NONE = { edition: null, inForce: null };

/** Checks whether an actualité is stored, has the day that a citation gives, and was published by the checked day. */
function judgeNews(
  news: CitedNews | undefined,
  { edition: said }: Pick<SaidEdition, "edition">,
  day: JudgedDay,
): Finding {
  if (news === undefined) {
    const motif =
      "Le service ne détient aucune actualité de cet identifiant : non détenue ne veut pas dire qu'elle n'existe pas.";
    return { ...NONE, etat: "document_inconnu", motif };
  }
  const date = frenchDate(news.date);
  if (said !== null && said !== news.date)
    return { ...NONE, etat: "edition_non_detenue", motif: `Cette actualité est du ${date}.` };
  if (news.date > day.date) {
    const motif = `Cette actualité est du ${date} : elle n'avait pas paru le ${frenchDate(day.date)}.`;
    return { ...NONE, etat: "edition_non_detenue", motif };
  }
  return { ...NONE, etat: "verifiee", motif: null };
}
