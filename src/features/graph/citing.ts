import { isWithin } from "../../../bofip/paragraphs/paragraph-number.ts";
import type { Database } from "../../../db/postgres/database.ts";
import {
  readCitingDocuments,
  type CitingDocument as StoredCitingDocument,
} from "../../../db/queries/citations/news.ts";
import { readDocumentState } from "../../../db/queries/versions.ts";
import type { ReferenceTarget } from "../../../db/schema/documents.ts";
import { demandPossible, unknownDocument } from "../documents/not-held.ts";
import type { CitingDocument, CitingPage } from "./answer.ts";

interface CitingRequest {
  readonly boiId: string;
  /** Number of a §; null for the whole document. */
  readonly paragraphe: string | null;
  readonly limit: number;
  readonly offset: number;
}

/**
 * The documents in force that cite a document, or one of its §, with the citing §.
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
  if (state === null) throw await unknownDocument(database, boiId);
  const all = citing.flatMap((document) => {
    const places =
      paragraphe === null ? document.cibles : document.cibles.filter((place) => names(place, paragraphe));
    return paragraphe !== null && places.length === 0 ? [] : [citingAnswer(document, places)];
  });
  return { boi_id: boiId, paragraphe, total: all.length, citants: all.slice(offset, offset + limit) };
}

/** A document with the § that contain those references. */
function citingAnswer(
  { cibles: _, ...document }: StoredCitingDocument,
  places: readonly ReferenceTarget[],
): CitingDocument {
  return { ...document, paragraphes: [...new Set(places.flatMap(({ depuis }) => depuis ?? []))] };
}

/** The citations of a document. */
interface CitedNumbers {
  /** How many documents in force do. */
  readonly total: number;
  /** Those with the most mentions, as many as requested. */
  readonly first: readonly CitingDocument[];
  /** Whether one of them names that § of it. */
  readonly names: (numero: string) => boolean;
}

/** How many documents in force cite a document, the first of them, and which of its § they name. */
export async function readCitedNumbers(
  database: Database,
  boiId: string,
  most: number,
): Promise<CitedNumbers> {
  const citing = await readCitingDocuments(database, boiId);
  const places = citing.flatMap(({ cibles }) => cibles);
  const single = new Set(places.map(({ vers }) => vers));
  const ranges = places.filter(({ jusqua }) => jusqua !== null);
  return {
    total: citing.length,
    first: citing.slice(0, most).map((document) => citingAnswer(document, document.cibles)),
    names: (numero) => single.has(numero) || ranges.some((place) => names(place, numero)),
  };
}

function names({ vers, jusqua }: ReferenceTarget, numero: string): boolean {
  return vers !== null && isWithin(numero, { de: vers, a: jusqua ?? vers });
}
