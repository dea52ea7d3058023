import { writeCitation } from "../../../bofip/citations/write-citation.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { type AnnouncedChange, readAnnouncedChanges } from "../../../db/queries/changes.ts";
import {
  readSaidFingerprints,
  readTrackedEditions,
  type TrackedEdition,
} from "../../../db/queries/texts/tracked.ts";
import { comparisonPath } from "../../pages/addresses.ts";
import type { TrackedReferenceAnswer, TrackedReferences } from "../../schemas/answers/tracking.ts";
import type { Site } from "../texts/place.ts";
import { DocumentTexts } from "./document-texts.ts";
import { judgeReference, type Verdict } from "./judge.ts";
import type { PinnedText, TrackedReference } from "./pinned.ts";

export interface TrackingDeps extends Site {
  readonly database: Database;
}

/** The embedded store serves no other query during a statement. */
const DOCUMENTS_A_STATEMENT = 100;

/**
 * Checks whether texts that somebody relied on are still in force, word for word, in the requested order. Documents
 * are processed one by one, so that only the texts of one are in memory; nothing of the request is stored.
 */
export async function trackReferences(
  deps: TrackingDeps,
  references: readonly TrackedReference[],
): Promise<TrackedReferences> {
  const verdicts = await judgeAll(deps.database, references);
  const changed = references.filter((reference) => verdicts.get(reference)?.depuis != null);
  const announced = await readAnnouncedChanges(deps.database, [
    ...new Set(changed.map(({ boiId }) => boiId)),
  ]);
  const byDocument = Map.groupBy(announced, ({ boi_id }) => boi_id);
  return {
    references: references.flatMap((reference) => {
      const verdict = verdicts.get(reference);
      if (verdict === undefined) return [];
      return [answerOf(deps, reference, verdict, byDocument.get(reference.boiId) ?? [])];
    }),
  };
}

async function judgeAll(
  database: Database,
  references: readonly TrackedReference[],
): Promise<Map<TrackedReference, Verdict>> {
  const documents = [...Map.groupBy(references, ({ boiId }) => boiId)];
  const verdicts = new Map<TrackedReference, Verdict>();
  for (let from = 0; from < documents.length; from += DOCUMENTS_A_STATEMENT) {
    const slice = documents.slice(from, from + DOCUMENTS_A_STATEMENT);
    const editions = await readTrackedEditions(
      database,
      slice.map(([boiId]) => boiId),
    );
    const pinned = slice.filter(([, own]) => own.some(({ pin }) => "empreinte" in pin));
    const said = await readSaidFingerprints(
      database,
      pinned.map(([boiId]) => boiId),
    );
    for (const [boiId, own] of slice) {
      const texts = new DocumentTexts(database, said.get(boiId) ?? new Set());
      for (const reference of own)
        verdicts.set(reference, await judgeReference(reference, editions.get(boiId) ?? [], texts));
    }
  }
  return verdicts;
}

function answerOf(
  site: Site,
  { boiId, numero }: TrackedReference,
  { etat, depuis, numeroActuel, pinned, shown }: Verdict,
  announced: readonly AnnouncedChange[],
): TrackedReferenceAnswer {
  const news = announced.filter(({ date }) => depuis !== null && date >= depuis);
  const distinct = new Map(news.map(({ actualite }) => [actualite.id, actualite]));
  return {
    boi_id: boiId,
    numero,
    etat,
    depuis,
    numero_actuel: numeroActuel,
    citation: pinned === null ? null : citationOf(pinned, numero),
    comparaison: pinned === null || shown === null ? null : comparisonOf(site, pinned, shown),
    actualites: [...distinct.values()],
  };
}

function citationOf({ edition, empreinte }: PinnedText, numero: string | null): string {
  const { boiId, date_debut: date, date_fin, statut, isContested } = edition;
  return writeCitation({
    boiId,
    date,
    numero,
    empreinte: isContested ? empreinte : null,
    retireLe: statut === "retire" ? date_fin : null,
  });
}

function comparisonOf({ publicUrl }: Site, pinned: PinnedText, shown: TrackedEdition): string {
  const { edition, ofText } = pinned;
  const de = edition.isContested ? ofText : edition.date_debut;
  return publicUrl() + comparisonPath(edition.boiId, de, shown.date_debut);
}
