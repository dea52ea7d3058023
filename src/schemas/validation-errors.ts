import type { TSchema } from "@sinclair/typebox";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { Value } from "@sinclair/typebox/value";
import { ValidationError } from "elysia";
import { EngineUnavailable, StoreDamaged } from "../../db/engine/unavailable.ts";
import { DamagedText, isStoreDamaged } from "../../db/integrity/damages.ts";
import { isStoreAway, isStoreFull } from "../../db/postgres/client.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { expectationOf, isOfDocumentId } from "./parameters/parameter.ts";

/**
 * The refusal that a thrown error amounts to: our own as it is, a failed validation as `invalid_parameter`
 * worded in French, an engine that is damaged as `derived_index_damaged`, a stored text that is as such, an engine that
 * is away or has no room left as `unavailable`; null for anything else, which is a bug.
 */
export function refusalOf(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  if (isStoreFull(error)) return new ApiError("storage_full", { seconds: "60" });
  if (error instanceof StoreDamaged) return new ApiError("derived_index_damaged");
  if (error instanceof DamagedText) return damaged("stored_text_damaged", error.identifier);
  if (isStoreDamaged(error)) return damaged("stored_page_damaged");
  if (error instanceof EngineUnavailable || isStoreAway(error)) return new ApiError("unavailable");
  if (error instanceof ValidationError && error.type !== "response") return invalidParameter(error);
  if (error instanceof Error && error.cause instanceof ApiError) return error.cause;
  return null;
}

/** An hour is soon: what is damaged stays so until the next ingestion, or until the operator looks. */
const DAMAGE_SECONDS = "3600";

function damaged(name: "stored_text_damaged" | "stored_page_damaged", id = ""): ApiError {
  return new ApiError(name, { id, seconds: DAMAGE_SECONDS });
}

/** What was given where the identifier of a document was expected, when that is what a request is refused for. */
export function givenAsIdentifier(error: unknown): string | null {
  const fault = error instanceof ValidationError ? faultOf(error) : null;
  return fault !== null && isOfDocumentId(fault.schema) && typeof fault.value === "string"
    ? fault.value
    : null;
}

function faultOf(error: ValidationError): ValueError | null {
  return firstFault(error.all.filter((fault): fault is ValueError & { summary: string } => "path" in fault));
}

function invalidParameter(error: ValidationError): ApiError {
  const fault = faultOf(error);
  if (fault === null) return new ApiError("invalid_parameter", { reason: "La requête est invalide." });
  return faulty(error.type === "body" ? "Le champ" : "Le paramètre", fault);
}

/** Judges a body, up to its first fault; defaults may be missing. @throws {ApiError} `invalid_parameter` */
export function demandValidBody(schema: TSchema, body: object): void {
  const fault = firstFault(Value.Errors(schema, body));
  if (fault !== null) throw faulty("Le champ", fault);
}

/** The first one told, but that an unknown field of an object comes before a missing one: it is often the same, misspelt. */
function firstFault(faults: Iterable<ValueError>): ValueError | null {
  let missing: ValueError | null = null;
  for (const fault of faults) {
    if (fault.value === undefined && "default" in fault.schema) continue;
    if (fault.type === ValueErrorType.ObjectRequiredProperty) missing ??= fault;
    else if (fault.type === ValueErrorType.ObjectAdditionalProperties) return fault;
    else return missing ?? fault;
  }
  return missing;
}

function faulty(subject: string, fault: ValueError): ApiError {
  return new ApiError("invalid_parameter", {
    reason: `${subject} « ${shortened(nameOf(fault))} » ${wordFault(fault)}`,
  });
}

/** The wildcard of a route is called as in the contract. */
function nameOf({ path }: ValueError): string {
  return path === "/*" ? "chemin" : path.slice(1);
}

function wordFault(fault: ValueError): string {
  if (fault.type === ValueErrorType.ObjectAdditionalProperties)
    return wordUnknown(nameOf(fault).split("/").at(-1) ?? "", Object.keys(propertiesOf(fault.schema)));
  if (fault.type === ValueErrorType.ObjectRequiredProperty || fault.value === undefined)
    return "est obligatoire.";
  const expected = expectationOf(fault.schema, fault.value) ?? JSON_TYPES[fault.type] ?? "une valeur permise";
  return `doit être ${expected} (reçu : ${quote(fault.value)}).`;
}

/** What is said of a name that is not among those known. */
export function wordUnknown(name: string, known: readonly string[]): string {
  const nearest = nearestOf(name, known);
  if (nearest !== null) return `est inconnu ; vouliez-vous dire « ${nearest} » ?`;
  return known.length === 0
    ? "est inconnu : aucun n'est attendu."
    : `est inconnu ; sont permis : ${known.join(", ")}.`;
}

const JSON_TYPES: Readonly<Record<number, string>> = {
  [ValueErrorType.Boolean]: "true ou false",
  [ValueErrorType.Object]: "un objet JSON",
};

function quote(value: unknown): string {
  const shown = typeof value === "string" ? value : JSON.stringify(value);
  return shown === "" ? "une valeur vide" : `« ${shortened(shown)} »`;
}

/** As much of what a caller wrote as names it in an answer. */
export function shortened(written: string): string {
  return written.length > 60 ? `${written.slice(0, 60)}…` : written;
}

function propertiesOf(schema: TSchema): object {
  const properties: unknown = schema["properties"];
  return typeof properties === "object" && properties !== null ? properties : {};
}

/** The known name within two edits of `name`, the nearest first. */
function nearestOf(name: string, known: readonly string[]): string | null {
  const [best] = known
    // A distance takes as long as the product of the lengths.
    .filter((candidate) => Math.abs(candidate.length - name.length) <= 2)
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate) }))
    .filter(({ distance }) => distance <= 2)
    .sort((left, right) => left.distance - right.distance);
  return best?.candidate ?? null;
}

/** Levenshtein distance, one row at a time. */
function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [row, character] of [...left].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...right].entries()) {
      const substitution = (previous[column] ?? 0) + (character === other ? 0 : 1);
      current.push(Math.min(substitution, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
