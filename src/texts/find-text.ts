import { parisDay } from "../../bofip/days/days.ts";
import { frenchDate } from "../../bofip/days/french-date.ts";
import type { Database } from "../../db/postgres/database.ts";
import { findDocument, type StoredDocument } from "../../db/queries/documents.ts";
import { readHeldEditions } from "../../db/queries/texts/editions-at.ts";
import { findEditionsSaying, type TextPlace } from "../../db/queries/texts/stored-texts.ts";
import { findWordingKnownOn, readWordings } from "../../db/queries/texts/wordings.ts";
import { readDocumentState } from "../../db/queries/versions.ts";
import { ApiError } from "../http/errors/api-error.ts";
import type { AskedText, NamedEdition } from "../schemas/parameters/asked-text.ts";
import { readWording } from "./read-wording.ts";
import { demandPossible, refusalOfDay, refusalOfEdition, unknownDocument } from "./refusal.ts";

/**
 * Finds the requested text of a document.
 * @throws {ApiError} `unknown_document`, `edition_not_held`, `document_withdrawn`, `unknown_wording`, `wording_erased`
 */
export async function findText(database: Database, boiId: string, asked: AskedText): Promise<StoredDocument> {
  demandPossible(boiId);
  if (asked.kind === "wording") return await findByFingerprint(database, boiId, asked);
  const found = await findDocument(database, boiId, asked);
  if (found === null) throw await refusalOf(database, boiId, asked);
  if (asked.kind === "day" && asked.knownOn !== null)
    return await findKnownOn(database, found, asked.date, asked.knownOn);
  if (found.erased_at !== null) throw refusalOfErased(boiId, found.empreinte, found.erased_at);
  return found;
}

/** The text with that fingerprint in every edition that has it, the latest first. */
export async function findEveryText(
  database: Database,
  boiId: string,
  empreinte: string,
): Promise<StoredDocument[]> {
  const places = await findEditionsSaying(database, boiId, empreinte);
  const texts = await Promise.all(
    places.map(({ edition_id }) => readWording(database, boiId, edition_id, empreinte)),
  );
  return texts.filter((text) => text !== null);
}

/** The refusal when no text of a document has a fingerprint. */
export async function refusalOfWording(
  database: Database,
  boiId: string,
  empreinte: string,
): Promise<ApiError> {
  const editions = await readHeldEditions(database, boiId);
  const wordings = await readWordings(
    database,
    editions.map(({ id }) => id),
  );
  const erased = [...wordings.values()]
    .flat()
    .find(
      (held) =>
        held.erasure !== null && (held.empreinte === empreinte || held.empreinte_source === empreinte),
    );
  if (erased?.erasure != null) return refusalOfErased(boiId, empreinte, new Date(erased.erasure.at));
  const isKnown = editions.length > 0 || (await readDocumentState(database, boiId)) !== null;
  return isKnown
    ? new ApiError("unknown_wording", { id: boiId, empreinte })
    : await unknownDocument(database, boiId);
}

async function findByFingerprint(
  database: Database,
  boiId: string,
  { empreinte, edition }: Extract<AskedText, { kind: "wording" }>,
): Promise<StoredDocument> {
  const saying = (await findEditionsSaying(database, boiId, empreinte)).filter(({ isErased }) => !isErased);
  const place = saying.find((one) => isNamed(one, edition));
  const found = place === undefined ? null : await readWording(database, boiId, place.edition_id, empreinte);
  return found ?? Promise.reject(await refusalOfWording(database, boiId, empreinte));
}

/** Whether a place is of the named edition, if any; of two with one day, the higher PGP number comes first. */
export function isNamed(
  { date_debut, pgp }: Pick<TextPlace, "date_debut" | "pgp">,
  edition: NamedEdition | undefined,
): boolean {
  if (edition === undefined) return true;
  return edition.date === date_debut && (edition.pgp === null || edition.pgp === pgp);
}

/** An edition in the wording that the service had on a day. */
async function findKnownOn(
  database: Database,
  { boi_id: boiId, edition }: StoredDocument,
  date: string,
  day: string,
): Promise<StoredDocument> {
  const known = await findWordingKnownOn(database, edition, day);
  if (known === null) {
    const parameters = { id: boiId, date: frenchDate(date), known: frenchDate(day) };
    throw new ApiError("edition_not_held_then", parameters, { date });
  }
  if (known.erasure !== null) throw refusalOfErased(boiId, known.empreinte, new Date(known.erasure.at));
  const found = await readWording(database, boiId, edition, known.empreinte);
  return found ?? Promise.reject(await refusalOfWording(database, boiId, known.empreinte));
}

/** The refusal of a text that was erased by law. */
export function refusalOfErased(boiId: string, empreinte: string, erasedAt: Date): ApiError {
  return new ApiError("wording_erased", { id: boiId, empreinte, date: frenchDate(parisDay(erasedAt)) });
}

async function refusalOf(
  database: Database,
  boiId: string,
  asked: Exclude<AskedText, { kind: "wording" }>,
): Promise<ApiError> {
  const [held, state] = await Promise.all([
    readHeldEditions(database, boiId),
    readDocumentState(database, boiId),
  ]);
  if (state === null || asked.kind === "shown") return await unknownDocument(database, boiId);
  if (asked.kind === "edition") return refusalOfEdition(boiId, asked.date, held);
  return refusalOfDay(boiId, asked.date, held, state);
}
