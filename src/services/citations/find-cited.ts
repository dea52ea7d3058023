import type { WrittenCitation } from "../../../bofip/citations/read-citations.ts";
import { type Certainty, certaintyOf, toldDay } from "../../../bofip/sources/certainty.ts";
import type { Database } from "../../../db/postgres/database.ts";
import {
  type CitedEdition,
  type EditionParagraphs,
  readCitedEditions,
  readEditionParagraphs,
} from "../../../db/queries/citations/editions.ts";
import { type CitedNews, readCitedNews } from "../../../db/queries/citations/news.ts";
import { readObservations, type SaidText } from "../../../db/queries/texts/sayings.ts";
import { type Finding, isOpen, type JudgedDay, judgeEdition } from "./edition.ts";
import { type Matched, type MatchFingerprints, matchCitedFingerprints } from "./fingerprints.ts";
import type { FoundCitation } from "./found-citation.ts";
import { judgeNews } from "./news.ts";
import { judgeParagraphs } from "./paragraphs.ts";

const NO_PARAGRAPHS: EditionParagraphs = { spans: [], reserves: [] };

/**
 * Finds the texts of all citations at once: the document, the edition and the § of each. Fingerprints are matched
 * until a deadline, as a time of `performance.now()`.
 */
export async function findCited(
  database: Database,
  citations: readonly WrittenCitation[],
  {
    day,
    match,
    deadline,
  }: { readonly day: JudgedDay; readonly match: MatchFingerprints; readonly deadline: number },
): Promise<FoundCitation[]> {
  const boiIds = new Set(citations.flatMap(({ boiId, fault }) => (boiId === null || fault ? [] : boiId)));
  const newsIds = new Set(citations.flatMap(({ actualite }) => actualite ?? []));
  const [editions, news] = await Promise.all([
    readCitedEditions(database, [...boiIds]),
    readCitedNews(database, [...newsIds]),
  ]);
  const judged = citations.map((written) => ({
    written,
    news: written.actualite === null ? null : (news.get(written.actualite) ?? null),
    finding: judge(written, { editions, news, day }),
  }));
  const matched = await matchCitedFingerprints(database, judged, { editions, day, match, deadline });
  const editionIds = new Set(
    matched.flatMap(({ finding: { etat, edition, inForce } }) =>
      [edition, etat === "remplacee" ? inForce : null].flatMap((each) => each?.editionId ?? []),
    ),
  );
  const [paragraphs, certainties] = await Promise.all([
    readEditionParagraphs(database, [...editionIds]),
    readCertainties(database, matched, day.date),
  ]);
  return matched.map((citation) => {
    const { written, finding, wording } = citation;
    const compared = comparedText(citation);
    const certainty = compared === null ? null : (certainties.get(keyOfText(compared)) ?? null);
    const own = wording ?? paragraphs.get(finding.edition?.editionId ?? 0) ?? NO_PARAGRAPHS;
    const whole = withParagraphs(written, finding, own);
    const isReplaced = whole.etat === "remplacee";
    const paragraphsInForce = isReplaced ? (paragraphs.get(whole.inForce?.editionId ?? 0) ?? null) : null;
    return { ...citation, finding: whole, certainty, paragraphs: own, paragraphsInForce };
  });
}

/** The text that a citation is compared with; null when none is held. */
function comparedText({ finding: { edition }, wording }: Matched): SaidText | null {
  if (edition === null || !edition.hasText || edition.isErased) return null;
  return { editionId: edition.editionId, empreinte: wording?.empreinte ?? edition.empreinte };
}

function keyOfText({ editionId, empreinte }: SaidText): string {
  return `${editionId} ${empreinte}`;
}

async function readCertainties(
  database: Database,
  matched: readonly Matched[],
  today: string,
): Promise<Map<string, Certainty>> {
  const compared = new Map(
    matched.flatMap((citation) => {
      const text = comparedText(citation);
      const { edition } = citation.finding;
      return text === null || edition === null ? [] : [[keyOfText(text), { ...edition, ...text }] as const];
    }),
  );
  const texts = [...compared.values()];
  const observed = await readObservations(database, texts);
  return new Map(
    texts.map((text, rank) => {
      const jour = toldDay(text, { asked: null, today });
      return [keyOfText(text), certaintyOf({ ...text, observations: observed[rank] ?? [] }, jour)];
    }),
  );
}

interface Held {
  readonly editions: ReadonlyMap<string, readonly CitedEdition[]>;
  readonly news: ReadonlyMap<string, CitedNews>;
  readonly day: JudgedDay;
}

function judge(written: WrittenCitation, { editions, news, day }: Held): Finding {
  const { boiId, actualite, fault } = written;
  if (fault === null && boiId !== null) return judgeEdition(editions.get(boiId) ?? [], written, day);
  if (fault === null && actualite !== null) return judgeNews(news.get(actualite), written, day);
  const motif =
    fault === "ancienne"
      ? "Référence antérieure à septembre 2012 : le service ne détient que la doctrine publiée depuis."
      : "La référence ne se laisse pas lire en entier.";
  return { etat: "non_verifiable", motif, edition: null, inForce: null };
}

/** A faulty § takes precedence over a replaced version, but not over the end of the document. */
function withParagraphs(written: WrittenCitation, finding: Finding, paragraphs: EditionParagraphs): Finding {
  if (!isOpen(finding)) return finding;
  return { ...finding, ...judgeParagraphs(written, paragraphs) };
}
