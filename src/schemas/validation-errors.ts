import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { ValidationError } from "elysia";
import { StoreDamaged } from "../../db/engine/damaged.ts";
import { EngineUnavailable } from "../../db/engine/unavailable.ts";
import { DamagedText, isStoreDamaged } from "../../db/integrity/damage.ts";
import { isStoreAway, isStoreFull } from "../../db/postgres/client.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { expectationOf } from "./parameters/parameter.ts";

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

function invalidParameter(error: ValidationError): ApiError {
  const faults = error.all.filter((fault): fault is ValueError & { summary: string } => "path" in fault);
  const fault =
    faults.find((candidate) => candidate.type === ValueErrorType.ObjectAdditionalProperties) ?? faults[0];
  if (fault === undefined) return new ApiError("invalid_parameter", { reason: "La requête est invalide." });
  const subject = error.type === "body" ? "Le champ" : "Le paramètre";
  const known = Object.keys(propertiesOf(error.validator));
  return new ApiError("invalid_parameter", {
    reason: `${subject} « ${nameOf(fault)} » ${wordFault(fault, known)}`,
  });
}

/** The wildcard of a route is called as in the contract. */
function nameOf({ path }: ValueError): string {
  return path === "/*" ? "chemin" : path.slice(1);
}

function wordFault(fault: ValueError, known: readonly string[]): string {
  if (fault.type === ValueErrorType.ObjectAdditionalProperties) return wordUnknown(nameOf(fault), known);
  if (fault.type === ValueErrorType.ObjectRequiredProperty || fault.value === undefined)
    return "est obligatoire.";
  const expected = expectationOf(fault.schema, fault.value) ?? JSON_TYPES[fault.type] ?? "une valeur permise";
  return `doit être ${expected} (reçu : ${quote(fault.value)}).`;
}

function wordUnknown(name: string, known: readonly string[]): string {
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
  return shown === "" ? "une valeur vide" : `« ${shown.length > 60 ? `${shown.slice(0, 60)}…` : shown} »`;
}

/** The fields that a validator knows, wherever its version of Elysia keeps its schema. */
function propertiesOf(validator: unknown): object {
  if (typeof validator !== "object" || validator === null) return {};
  if ("schema" in validator) return propertiesOf(validator.schema);
  const properties = "properties" in validator ? validator.properties : null;
  return typeof properties === "object" && properties !== null ? properties : {};
}

/** The known name within two edits of `name`, the nearest first. */
function nearestOf(name: string, known: readonly string[]): string | null {
  const [best] = known
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
