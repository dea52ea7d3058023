import { frenchDate } from "../../../bofip/days/french-date.ts";
import type { Database } from "../../../db/postgres/database.ts";
import type { StoredDocument } from "../../../db/queries/documents.ts";
import { readHeldEditions } from "../../../db/queries/texts/editions-at.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { AskedText } from "../../schemas/parameters/asked-text.ts";
import type { Caller } from "../../threads/task-thread.ts";
import type { DocumentDeps } from "../documents/service.ts";
import { askedDay, editionOf } from "../texts/edition.ts";
import { findText } from "../texts/find-text.ts";
import { refusalOfUnheld } from "../texts/refusal.ts";
import type { DocumentComparison } from "./answer.ts";
import type { Comparator } from "./comparator.ts";
import type { ComparedSource } from "./compare-sources.ts";

export interface ComparisonDeps extends DocumentDeps {
  readonly comparator: Comparator;
}

interface ComparisonRequest {
  readonly boiId: string;
  /** Null for the edition before the other one. */
  readonly de: AskedText | null;
  /** Null for the edition that the document shows. */
  readonly a: AskedText | null;
}

/**
 * Compares two texts of a document, § by § and word by word.
 * @throws {ApiError} `edition_not_held` when there is nothing before the later text, `text_not_held` when there is no
 * text at all, and as `findText`
 * @throws {EngineUnavailable} when too many comparisons are waiting.
 */
export async function compareEditions(
  deps: ComparisonDeps,
  { boiId, de, a }: ComparisonRequest,
  caller: Caller,
): Promise<DocumentComparison> {
  const later = a ?? { kind: "shown" };
  const after = await findText(deps.database, boiId, later);
  if (!after.texte_detenu) throw refusalOfUnheld(after, "comparison");
  const earlier = de ?? (await editionBefore(deps.database, after));
  const before = await findText(deps.database, boiId, earlier);
  return {
    boi_id: boiId,
    de: editionOf(deps, before, askedDay(earlier)),
    a: editionOf(deps, after, askedDay(later)),
    ...(await deps.comparator.compare(textOf(before), textOf(after), caller)),
  };
}

/** The last edition that was in force before another began. */
async function editionBefore(database: Database, later: StoredDocument): Promise<AskedText> {
  const { boi_id: boiId, date_publication: start } = later;
  const held = await readHeldEditions(database, boiId);
  const before = held.find(({ date_debut, date_fin }) => date_debut < start && date_debut !== date_fin);
  if (before !== undefined) return { kind: "edition", date: before.date_debut };
  const first = { date: start, premiere_edition_detenue: start, transfere_vers: null, proches: [start] };
  throw new ApiError("single_edition", { id: boiId, first: frenchDate(start) }, first);
}

function textOf({ contenu_texte, spans }: StoredDocument): ComparedSource {
  return { texte: contenu_texte, spans };
}
