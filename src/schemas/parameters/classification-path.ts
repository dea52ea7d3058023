import type { SchemaOptions } from "@sinclair/typebox";
import { asciiUpperCase } from "../../../bofip/identifiers/identifier.ts";
import { type Parameter, parameter } from "./parameter.ts";

/** The doctrine's classification goes nine segments deep; a longer path costs nothing but its refusal. */
const MAX_SEGMENTS = 12;
export const MAX_CLASSIFICATION_PATH_LENGTH = 120;

/** What a path of the classification is, in words. */
export const CLASSIFICATION_PATH_EXPECTED =
  `un chemin de ${MAX_SEGMENTS} segments et ${MAX_CLASSIFICATION_PATH_LENGTH} caractères au plus, en lettres et chiffres ` +
  "séparés par des barres, comme IR/LIQ/20";

/** Whether a path is longer than any of the classification: it is refused before all else. */
export function isClassificationPathTooLong(chemin: string): boolean {
  return chemin.length > MAX_CLASSIFICATION_PATH_LENGTH || chemin.split("/").length > MAX_SEGMENTS;
}

/** A path in capitals, the root being empty; null when it can't be one of the classification. */
export function readClassificationPath(written: string): string | null {
  if (isClassificationPathTooLong(written)) return null;
  const chemin = asciiUpperCase(written);
  return /^(?:[A-Z0-9]+(?:\/[A-Z0-9]+)*)?$/.test(chemin) ? chemin : null;
}

/** A path as an address has it, decoded; a slash at its end names the same node. */
export function decodeClassificationPath(raw: string): string {
  return withoutLastSlash(decodeURIComponent(raw));
}

/** A path that ends an address: Elysia decodes named parameters, not wildcards. Empty = the root. */
export function addressedPath(documented: SchemaOptions = {}): Parameter<string> {
  // `address-checks.ts` saw that it can be decoded.
  return pathParameter(documented, (raw) => readClassificationPath(decodeClassificationPath(raw)));
}

/** A path in a query, whose values come decoded; empty = the root. */
export function classificationPath(documented: SchemaOptions = {}): Parameter<string> {
  return pathParameter(documented, (raw) => readClassificationPath(withoutLastSlash(raw)));
}

/** A node below the root, in a query. */
export function classificationNode(documented: SchemaOptions = {}): Parameter<string> {
  return pathParameter(documented, (raw) => readClassificationPath(withoutLastSlash(raw)) || null);
}

function withoutLastSlash(chemin: string): string {
  return chemin.replace(/\/$/, "");
}

/** Upper-cased, of segments separated by slashes. */
function pathParameter(
  documented: SchemaOptions,
  readPath: (raw: string) => string | null,
): Parameter<string> {
  const schema = { ...documented, type: "string", maxLength: MAX_CLASSIFICATION_PATH_LENGTH };
  return parameter(schema, CLASSIFICATION_PATH_EXPECTED, (raw) => readPath(raw) ?? undefined);
}
