import { isWithin } from "../../../db/bofip/paragraph-number.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readCitingDocuments } from "../../../db/queries/citations/citing.ts";
import { readDocumentState } from "../../../db/queries/versions.ts";
import type { ReferenceTarget } from "../../../db/schema/documents.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { CitingPage } from "../../schemas/answers/citing.ts";
import { demandPossible } from "../possible-document.ts";

export interface CitingRequest {
  readonly boiId: string;
  /** Number of a §; null for the whole document. */
  readonly paragraphe: string | null;
  readonly limit: number;
  readonly offset: number;
}

/**
 * The documents in force that cite a document, or one of its §, with the § from which they do.
 * @throws {ApiError} `unknown_document`
 */
export async function readCiting(
  database: Database,
  { boiId, paragraphe, limit, offset }: CitingRequest,
): Promise<CitingPage> {
  demandPossible(boiId);
  const [citing, state] = await Promise.all([
    readCitingDocuments(database, boiId),
    readDocumentState(database, boiId),
  ]);
  if (state === null) throw new ApiError("unknown_document", { id: boiId });
  const all = citing.flatMap(({ cibles, ...document }) => {
    const places = paragraphe === null ? cibles : cibles.filter((place) => names(place, paragraphe));
    if (paragraphe !== null && places.length === 0) return [];
    const paragraphes = [...new Set(places.flatMap(({ depuis }) => depuis ?? []))];
    return [{ ...document, paragraphes }];
  });
  return { boi_id: boiId, paragraphe, total: all.length, citants: all.slice(offset, offset + limit) };
}

/** How many documents in force cite a document, and which of its § they name. */
export async function readCitedNumbers(
  database: Database,
  boiId: string,
): Promise<{ readonly total: number; readonly names: (numero: string) => boolean }> {
  const citing = await readCitingDocuments(database, boiId);
  const places = citing.flatMap(({ cibles }) => cibles);
  const single = new Set(places.map(({ vers }) => vers));
  const ranges = places.filter(({ jusqua }) => jusqua !== null);
  return {
    total: citing.length,
    names: (numero) => single.has(numero) || ranges.some((place) => names(place, numero)),
  };
}

function names({ vers, jusqua }: ReferenceTarget, numero: string): boolean {
  return vers !== null && isWithin(numero, { de: vers, a: jusqua ?? vers });
}
