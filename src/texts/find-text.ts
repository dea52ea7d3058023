import { frenchDate, parisDay } from "../../bofip/days/days.ts";
import { MAX_IDENTIFIER_LENGTH } from "../../bofip/identifiers/identifier.ts";
import { isWithin, nearestNumbers } from "../../bofip/paragraphs/paragraphs.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readNamingParagraphs } from "../../db/queries/citations/named.ts";
import { findDocument, type StoredDocument, type StoredEdition } from "../../db/queries/documents.ts";
import { firstHeld, type HeldEdition, readHeldEditions } from "../../db/queries/texts/editions-at.ts";
import { findEditionsSaying, type TextPlace } from "../../db/queries/texts/stored-texts.ts";
import { findWordingKnownOn, readWordings } from "../../db/queries/texts/wordings.ts";
import { type DocumentState, readDocumentState } from "../../db/queries/versions.ts";
import type { Statut } from "../../db/schema/documents.ts";
import { ApiError } from "../http/errors/api-error.ts";
import type { AskedText, NamedEdition } from "../schemas/parameters/asked-text.ts";
import { readWording } from "./read-wording.ts";

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
  { boi_id: id, date_publication, spans, reserves }: StoredEdition,
  numero: string,
): ApiError {
  const details = {
    proches: nearestNumbers(
      spans.map((span) => span.numero),
      numero,
    ),
  };
  const parameters = { id, numero, edition: frenchDate(date_publication) };
  if (reserves.some((range) => isWithin(numero, range)))
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
