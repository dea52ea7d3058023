import { writeCitation } from "../../../bofip/citations/reference.ts";
import { parisDay } from "../../../bofip/days/days.ts";
import { type Certainty, certaintyOf, certaintySentence, toldDay } from "../../../bofip/sources/certainty.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { type AnnouncedChange, readAnnouncedChanges } from "../../../db/queries/changes.ts";
import {
  type CitedEdition,
  readCitedEditions,
  readSaidFingerprints,
} from "../../../db/queries/citations/editions.ts";
import { readObservations } from "../../../db/queries/texts/wordings.ts";
import { comparisonPath } from "../../pages/addresses.ts";
import type { Site } from "../../texts/place.ts";
import type { Comparator } from "../comparison/service.ts";
import type { TrackedGap, TrackedReferenceAnswer, TrackedReferences } from "./answer.ts";
import { DocumentTexts } from "./document-texts.ts";
import { GapFinder } from "./gap.ts";
import { judgeReference, type Verdict } from "./judge.ts";
import type { PinnedText, TrackedReference } from "./pinned.ts";

export interface TrackingDeps extends Site {
  readonly database: Database;
  readonly comparator: Comparator;
  readonly clock: () => Date;
}

/** The embedded store serves no other query during a statement. */
const DOCUMENTS_A_STATEMENT = 100;

/** Whether texts are still in force, word for word, in the order asked; read document by document, nothing is stored. */
export async function trackReferences(
  deps: TrackingDeps,
  references: readonly TrackedReference[],
): Promise<TrackedReferences> {
  const verdicts = await judgeAll(deps.database, references, new GapFinder(deps.comparator));
  const certainties = await readCertainties(deps, verdicts);
  const changed = references.filter((reference) => verdicts.get(reference)?.depuis != null);
  const announced = await readAnnouncedChanges(deps.database, [
    ...new Set(changed.map(({ boiId }) => boiId)),
  ]);
  const byDocument = Map.groupBy(announced, ({ boi_id }) => boi_id);
  return {
    references: references.flatMap((reference) => {
      const verdict = verdicts.get(reference);
      if (verdict === undefined) return [];
      const certainty = certainties.get(reference) ?? null;
      return [answerOf(deps, reference, { ...verdict, certainty }, byDocument.get(reference.boiId) ?? [])];
    }),
  };
}

type NamedText = Omit<PinnedText, "text">;

/** A verdict without its texts, which would all be in memory. */
interface Judged extends Omit<Verdict, "pinned" | "now"> {
  readonly pinned: NamedText | null;
  readonly gap: TrackedGap | null;
}

async function judgeAll(
  database: Database,
  references: readonly TrackedReference[],
  gaps: GapFinder,
): Promise<Map<TrackedReference, Judged>> {
  const documents = [...Map.groupBy(references, ({ boiId }) => boiId)];
  const verdicts = new Map<TrackedReference, Judged>();
  for (let from = 0; from < documents.length; from += DOCUMENTS_A_STATEMENT) {
    const slice = documents.slice(from, from + DOCUMENTS_A_STATEMENT);
    const editions = await readCitedEditions(
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
      for (const reference of own) {
        const verdict = await judgeReference(reference, editions.get(boiId) ?? [], texts);
        verdicts.set(reference, withoutTexts(verdict, await gaps.find(reference, verdict)));
      }
    }
  }
  return verdicts;
}

function withoutTexts({ now: _, pinned, ...verdict }: Verdict, gap: TrackedGap | null): Judged {
  if (pinned === null) return { ...verdict, pinned, gap };
  const { text: __, ...named } = pinned;
  return { ...verdict, pinned: named, gap };
}

/** By reference: certainty of the text named on its day, in one statement. */
async function readCertainties(
  { database, clock }: TrackingDeps,
  verdicts: ReadonlyMap<TrackedReference, Judged>,
): Promise<Map<TrackedReference, Certainty>> {
  const today = parisDay(clock());
  const named = [...verdicts].flatMap(([reference, { pinned }]) =>
    pinned === null ? [] : [{ reference, edition: pinned.edition, empreinte: pinned.ofText }],
  );
  const texts = named.map(({ edition, empreinte }) => ({ editionId: edition.editionId, empreinte }));
  const observed = await readObservations(database, texts);
  return new Map(
    named.map(({ reference: { pin }, reference, edition }, rank) => {
      const jour = toldDay(edition, { asked: "date" in pin ? pin.date : null, today });
      return [reference, certaintyOf({ ...edition, observations: observed[rank] ?? [] }, jour)];
    }),
  );
}

function answerOf(
  site: Site,
  { boiId, numero }: TrackedReference,
  verdict: Judged & { readonly certainty: Certainty | null },
  announced: readonly AnnouncedChange[],
): TrackedReferenceAnswer {
  const { etat, depuis, numeroActuel, pinned, shown, gap, certainty } = verdict;
  const presumed = certainty?.certitude === "presumee" ? certainty : null;
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
    certitude: certainty?.certitude ?? null,
    texte_observe: presumed?.texte_observe ?? null,
    avertissement: etat === "inchangee" && presumed !== null ? certaintySentence(presumed) : null,
    ecart: gap,
    actualites: [...distinct.values()],
  };
}

function citationOf({ edition, empreinte }: NamedText, numero: string | null): string {
  const { boiId, date_debut: date, date_fin, statut, isContested } = edition;
  return writeCitation({
    boiId,
    date,
    numero,
    empreinte: isContested ? empreinte : null,
    retireLe: statut === "retire" ? date_fin : null,
  });
}

function comparisonOf({ publicUrl }: Site, pinned: NamedText, shown: CitedEdition): string {
  const { edition, ofText } = pinned;
  const de = edition.isContested ? ofText : edition.date_debut;
  return publicUrl() + comparisonPath(edition.boiId, de, shown.date_debut);
}
