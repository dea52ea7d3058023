import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { type CitedEdition, type CitedText, readCitedTexts } from "../../../db/queries/citations/editions.ts";
import type { FingerprintTask, WantedFingerprint } from "./check-task.ts";
import { ERASED, type Finding, type FoundCitation, isOpen, type JudgedDay, judgeNamed } from "./edition.ts";

/** Looks for fingerprints within a time limit, in milliseconds. @throws {EngineUnavailable} past it. */
export type MatchFingerprints = (
  task: FingerprintTask,
  timeLimitMs: number,
) => Promise<readonly (number | null)[]>;

type Judged = Pick<FoundCitation, "written" | "finding" | "news">;

/** A citation whose text is known, not read yet. */
export type Matched = Omit<
  FoundCitation,
  "certainty" | "paragraphs" | "paragraphsInForce" | "unread" | "namedBy"
>;

interface Matching {
  /** Editions of each document, newest first. */
  readonly editions: ReadonlyMap<string, readonly CitedEdition[]>;
  readonly day: JudgedDay;
  readonly match: MatchFingerprints;
  /** A time of `performance.now()`: fingerprints not matched by then are reported as such. */
  readonly deadline: number;
}

/** The text of each citation's fingerprint, and its edition where no day tells. Documents are read one at a time. */
export async function matchCitedFingerprints(
  database: Database,
  judged: readonly Judged[],
  matching: Matching,
): Promise<Matched[]> {
  const matched: Matched[] = judged.map((citation) => ({
    ...citation,
    wording: null,
    empreinte: citation.written.isPrintUnread ? "inexacte" : null,
  }));
  const wanted = matched.filter(
    ({ written, finding }) => written.empreinte !== null && finding.edition !== null && isOpen(finding),
  );
  for (const [boiId, own] of Map.groupBy(wanted, ({ written }) => written.boiId ?? "")) {
    const results = await matchOne(database, own, matching.editions.get(boiId) ?? [], matching);
    results.forEach((result, index) => {
      const rank = matched.indexOf(own[index] ?? result);
      matched[rank] = result;
    });
  }
  return matched;
}

async function matchOne(
  database: Database,
  wanted: readonly Matched[],
  editions: readonly CitedEdition[],
  { day, match, deadline }: Matching,
): Promise<Matched[]> {
  const left = deadline - performance.now();
  const late = wanted.map((citation) => ({ ...citation, empreinte: "non_verifiee" as const }));
  if (left <= 0) return late;
  const held = editions.filter(({ hasText }) => hasText);
  const texts = await readCitedTexts(database, held);
  const task = { texts, wanted: wanted.map((citation) => wantedOf(citation, held, texts)) };
  try {
    const ranks = await match(task, left);
    return wanted.map((citation, index) => {
      const rank = ranks[index] ?? null;
      const among = task.wanted[index]?.among.flatMap((each) => texts[each] ?? []) ?? [];
      return withText(citation, rank === null ? null : (texts[rank] ?? null), { among, held, day });
    });
  } catch (error) {
    if (error instanceof EngineUnavailable) return late;
    throw error;
  }
}

/** The texts of the cited edition first, then of the others where no day names one. */
function wantedOf(
  { written, finding }: Matched,
  held: readonly CitedEdition[],
  texts: readonly CitedText[],
): WantedFingerprint {
  const { numero, numeroFin, sections, empreinte } = written;
  const candidates = held.filter(
    ({ date_debut }) => written.edition === null || date_debut === written.edition,
  );
  const ordered = [finding.edition, ...candidates].flatMap((edition) => edition?.editionId ?? []);
  const among = [...new Set(ordered)].flatMap((id) =>
    texts.flatMap(({ editionId }, rank) => (editionId === id ? [rank] : [])),
  );
  return { numero, numeroFin, sections, empreinte: empreinte ?? "", among };
}

interface Candidates {
  readonly among: readonly CitedText[];
  readonly held: readonly CitedEdition[];
  readonly day: JudgedDay;
}

function withText(citation: Matched, text: CitedText | null, { among, held, day }: Candidates): Matched {
  // Fingerprints of the § of an erased text are not stored: whether this is one of them is unknown.
  if (text === null && !among.some(({ isErased }) => isErased)) return { ...citation, empreinte: "inexacte" };
  if (text === null || text.isErased)
    return { ...citation, finding: { ...citation.finding, ...ERASED, edition: null } };
  const edition = held.find(({ editionId }) => editionId === text.editionId) ?? null;
  const shown = among.find(({ editionId }) => editionId === text.editionId);
  const wording = text === shown ? null : text;
  return {
    ...citation,
    wording,
    empreinte: "juste",
    finding: judgeText(citation.finding, edition, text, day),
  };
}

function judgeText(
  finding: Finding,
  edition: CitedEdition | null,
  { isCurrent }: CitedText,
  day: JudgedDay,
): Finding {
  const { inForce } = finding;
  if (edition === null || inForce === null) return finding;
  const judged = judgeNamed(edition, inForce, day);
  if (judged.etat !== "verifiee") return judged;
  if (edition.editionId !== inForce.editionId)
    return { ...judged, etat: "remplacee", motif: "Une autre édition du même jour est en vigueur." };
  if (isCurrent) return judged;
  return { ...judged, etat: "remplacee", motif: "Cette rédaction de l'édition en vigueur a été rectifiée." };
}
