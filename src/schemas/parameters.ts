import {
  Kind,
  type SchemaOptions,
  type TInteger,
  TransformKind,
  type TUnsafe,
  Type,
  TypeRegistry,
} from "@sinclair/typebox";
import {
  asciiUpperCase,
  BOI_ID,
  isDocumentId,
  isRealDate,
  MAX_IDENTIFIER_LENGTH,
  splitIdentifier,
} from "../../db/bofip/identifier.ts";
import { type ParsedQuery, parseQuery, QuerySyntaxError } from "../../db/fulltext/query/parse.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { decodePlanPath, MAX_PLAN_PATH_LENGTH, PLAN_PATH_EXPECTED, readPlanPath } from "./plan-path.ts";

/**
 * Types of the contract's parameters. A parameter is read from its raw string by one function, which judges
 * it and converts it: Elysia's own numeric and date types accept `0x10`, `1e2` and 31 February. Its static type
 * is what it is converted to, which is what Elysia gives to handlers.
 */
export type Parameter<Value> = TUnsafe<Value>;

interface ParameterSchema extends SchemaOptions {
  readonly [READ]: (raw: string) => unknown;
  readonly [EXPECTED]: Expectation;
}

/** The edition named by an identifier of the API; no date = the current one. */
export interface DocumentId {
  readonly boiId: string;
  readonly date: string | null;
}

/** What is expected, in words; it may depend on what was received. */
type Expectation = (received: unknown) => string;

const KIND = "Parameter";
const READ = Symbol("read");
const EXPECTED = Symbol("expected");

TypeRegistry.Set<ParameterSchema>(
  KIND,
  (schema, value) => typeof value === "string" && schema[READ](value) !== undefined,
);

/** What a schema expects in place of what it received, in words, when it is one of ours. */
export function expectationOf(schema: object, received: unknown): string | null {
  const expected = EXPECTED in schema ? schema[EXPECTED] : null;
  return typeof expected === "function" ? String(expected(received)) : null;
}

/** A text whose length, in code points once trimmed, lies within the bounds. */
export function text(
  minLength: number,
  maxLength: number,
  documented: SchemaOptions = {},
): Parameter<string> {
  const expected = `un texte de ${minLength} à ${maxLength} caractères`;
  return parameter({ ...documented, type: "string", minLength, maxLength }, expected, (raw) => {
    const value = raw.trim();
    return hasLength(value, minLength, maxLength) ? value : undefined;
  });
}

/** A search query (contract decisions, « Search syntax »). Throws `invalid_query` where the syntax is broken. */
export function searchQuery(documented: SchemaOptions = {}): Parameter<ParsedQuery> {
  const minLength = 2;
  const expected = `une requête d'au moins ${minLength} caractères`;
  return parameter({ ...documented, type: "string", minLength, maxLength: 512 }, expected, (raw) =>
    hasLength(raw.trim(), minLength, Number.POSITIVE_INFINITY) ? parseOrRefuse(raw) : undefined,
  );
}

/** Plain digits within the bounds; `fallback` when absent. */
export function integer(
  minimum: number,
  maximum: number,
  fallback: number,
  documented: SchemaOptions = {},
): Parameter<number> {
  const schema = { ...documented, type: "integer", minimum, maximum, default: String(fallback) };
  return parameter(schema, `un entier de ${minimum} à ${maximum}`, (raw) => {
    const value = /^\d{1,9}$/.test(raw) ? Number(raw) : Number.NaN;
    return value >= minimum && value <= maximum ? value : undefined;
  });
}

/** A JSON number without fraction within the bounds; `fallback` when absent. */
export function jsonInteger(
  minimum: number,
  maximum: number,
  fallback: number,
  documented: SchemaOptions = {},
): TInteger {
  const options = { ...documented, minimum, maximum, default: fallback };
  return Type.Integer({ ...options, [EXPECTED]: () => `un entier de ${minimum} à ${maximum}` });
}

/** One of a few words, in lower case; `fallback` when absent. */
export function choice<const Word extends string>(
  words: readonly [Word, ...Word[]],
  fallback: Word,
  documented: SchemaOptions = {},
): Parameter<Word> {
  const schema = { ...documented, type: "string", enum: words, default: fallback };
  return parameter(schema, `l'une des valeurs ${words.join(", ")}`, (raw) =>
    words.find((word) => word === raw),
  );
}

/** A day that exists and is not after today (UTC). */
export function pastDate(clock: () => Date, documented: SchemaOptions = {}): Parameter<string> {
  const schema = { ...documented, type: "string", format: "date" };
  return parameter(schema, "une date AAAA-MM-JJ qui existe et n'est pas dans le futur", (raw) =>
    isRealDate(raw) && raw <= clock().toISOString().slice(0, 10) ? raw : undefined,
  );
}

/** A document identifier, dated or not; one too long to be that of a document is taken whole, to be unknown. */
export function documentId(documented: SchemaOptions = {}): Parameter<DocumentId> {
  const expected = (received: unknown) => {
    const capitals = typeof received === "string" ? asciiUpperCase(received) : "";
    return isDocumentId(capitals)
      ? `en lettres majuscules : ${capitals}`
      : "un identifiant comme BOI-IR-LIQ-20-10 (lettres majuscules, chiffres et tirets)";
  };
  return parameter({ ...documented, type: "string", pattern: BOI_ID.source }, expected, (raw) =>
    BOI_ID.test(raw) ? readDocumentId(raw) : undefined,
  );
}

/** A series code among those that `codes` gives at that moment, in any case. */
export function domainCode(
  codes: () => readonly string[],
  documented: SchemaOptions = {},
): Parameter<string> {
  const schema: SchemaOptions = { ...documented, type: "string", pattern: "^[A-Za-z0-9]+$" };
  const expectation = () => `l'un des domaines ${codes().join(", ")}`;
  return parameter(schema, expectation, (raw) => codes().find((code) => code === asciiUpperCase(raw)));
}

/** A path of the plan: segments separated by slashes, upper-cased; empty = the root. */
export function planPath(documented: SchemaOptions = {}): Parameter<string> {
  const schema = { ...documented, type: "string", maxLength: MAX_PLAN_PATH_LENGTH };
  // Elysia decodes named parameters, not wildcards; `address-checks.ts` saw that it can be decoded.
  return parameter(schema, PLAN_PATH_EXPECTED, (raw) => readPlanPath(decodePlanPath(raw)) ?? undefined);
}

function parameter<Value>(
  documented: SchemaOptions,
  expected: string | Expectation,
  read: (raw: string) => Value | undefined,
): Parameter<Value> {
  const expectation = typeof expected === "string" ? () => expected : expected;
  const options = {
    ...documented,
    [Kind]: KIND,
    [READ]: read,
    [TransformKind]: { Decode: read, Encode: String },
    [EXPECTED]: expectation,
  };
  return Type.Unsafe<Value>(options);
}

function hasLength(value: string, minimum: number, maximum: number): boolean {
  const length = [...value].length;
  return length >= minimum && length <= maximum;
}

function parseOrRefuse(raw: string): ParsedQuery {
  try {
    return parseQuery(raw);
  } catch (error) {
    if (error instanceof QuerySyntaxError) throw new ApiError("invalid_query", { reason: error.message });
    throw error;
  }
}

function readDocumentId(raw: string): DocumentId {
  if (raw.length > MAX_IDENTIFIER_LENGTH) return { boiId: raw, date: null };
  const { id: boiId, date } = splitIdentifier(raw);
  return { boiId, date };
}
