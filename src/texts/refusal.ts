import { frenchDate } from "../../bofip/days/french-date.ts";
import { MAX_IDENTIFIER_LENGTH } from "../../bofip/identifiers/identifier.ts";
import { isWithin, nearestNumbers } from "../../bofip/paragraphs/paragraph-number.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readNamingParagraphs } from "../../db/queries/citations/named.ts";
import type { StoredEdition } from "../../db/queries/documents.ts";
import { firstHeld, type HeldEdition } from "../../db/queries/texts/editions-at.ts";
import type { DocumentState } from "../../db/queries/versions.ts";
import type { Statut } from "../../db/schema/documents.ts";
import { ApiError } from "../http/errors/api-error.ts";

/**
 * The refusal when no edition covers a day: before those stored (`held`, latest first) it is not stored, after a
 * withdrawal it was withdrawn.
 */
export function refusalOfDay(
  boiId: string,
  date: string,
  held: readonly HeldEdition[],
  { statut: shown, transfere_vers, date_fin }: Pick<DocumentState, "statut" | "transfere_vers" | "date_fin">,
): ApiError {
  const first = firstHeld(held);
  const last = held.find(({ date_debut }) => date_debut <= date);
  // For a document known only by its notice, only the end is known.
  const end = held.length === 0 ? date_fin : (last?.date_fin ?? null);
  const isWithdrawn = end !== null && end <= date;
  const statut = last?.statut ?? shown;
  const isMoved = isWithdrawn && statut === "transfere" && transfere_vers !== null;
  const details = {
    date,
    premiere_edition_detenue: first,
    transfere_vers: isMoved ? transfere_vers : null,
    proches: nearestStarts(held, date),
  };
  const day = frenchDate(date);
  if (isWithdrawn) {
    const parameters = { id: boiId, date: day, ended: endedAs(statut), end: frenchDate(end) };
    return new ApiError("document_withdrawn", parameters, details);
  }
  if (first === null) return new ApiError("no_edition_held", { id: boiId, date: day }, details);
  return new ApiError("edition_not_held", { id: boiId, date: day, first: frenchDate(first) }, details);
}

/** The refusal of an edition that a dated identifier names. */
export function refusalOfEdition(boiId: string, date: string, held: readonly HeldEdition[]): ApiError {
  const first = firstHeld(held);
  return new ApiError(
    "no_such_edition",
    { id: boiId, date: frenchDate(date) },
    { date, premiere_edition_detenue: first, transfere_vers: null, proches: nearestStarts(held, date) },
  );
}

/** What is asked of a document without a stored text: a § by its number, a comparison, its tables. */
type UnheldPart = { readonly numero: string } | "comparison" | "tables";

/** The refusal of a part of a document without a stored text. */
export function refusalOfUnheld(
  { boi_id: id, statut, date_publication, date_mise_a_jour, transfere_vers: target }: StoredEdition,
  part: UnheldPart,
): ApiError {
  const end = date_mise_a_jour ?? date_publication;
  const parameters = {
    id,
    ended: endedAs(statut),
    end: frenchDate(end),
    target: target === null ? "" : ` vers ${target}`,
    numero: typeof part === "object" ? part.numero : "",
  };
  return new ApiError(typeof part === "object" ? "text_not_held" : UNHELD[part], parameters, {
    statut: statut === "transfere" ? "transfere" : "retire",
    date_fin: end,
    transfere_vers: target,
    // No edition is stored, hence no nearby § number.
    proches: [],
  });
}

const UNHELD = { comparison: "no_text_to_compare", tables: "no_text_with_tables" } as const;

/** The refusal of a § number that a text does not have: reserved, or missing, with the nearest ones. */
export function refusalOfNumber(
  { boi_id: id, date_publication, spans, paragraphes_reserves }: StoredEdition,
  numero: string,
): ApiError {
  const details = {
    proches: nearestNumbers(
      spans.map((span) => span.numero),
      numero,
    ),
  };
  const parameters = { id, numero, edition: frenchDate(date_publication) };
  if (paragraphes_reserves.some((range) => isWithin(numero, range)))
    return new ApiError("paragraph_reserved", parameters, details);
  const nearest = details.proches.length === 0 ? "" : ` ; les plus proches : ${details.proches.join(", ")}`;
  return new ApiError("unknown_paragraph", { ...parameters, nearest }, details);
}

function endedAs(statut: Statut): string {
  return statut === "transfere" ? "transféré" : "retiré";
}

/** Starts of the last edition stored before a day and of the first one after it. */
function nearestStarts(held: readonly HeldEdition[], date: string): string[] {
  const before = held.find(({ date_debut }) => date_debut <= date);
  const after = held.findLast(({ date_debut }) => date_debut > date);
  return [before, after].flatMap((edition) => edition?.date_debut ?? []);
}

/** Refuses an identifier that no document can have, before the store. @throws {ApiError} `unknown_document` */
export function demandPossible(boiId: string): void {
  if (boiId.length <= MAX_IDENTIFIER_LENGTH) return;
  throw new ApiError("unknown_document", { id: `${boiId.slice(0, MAX_IDENTIFIER_LENGTH)}…` });
}

/** The refusal of a document that is not held, with the § that name it: it may exist. */
export async function unknownDocument(database: Database, boiId: string): Promise<ApiError> {
  const nomme_par = (await readNamingParagraphs(database, [boiId])).get(boiId) ?? [];
  return new ApiError("unknown_document", { id: boiId }, { nomme_par });
}
