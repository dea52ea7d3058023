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
  ACTU_ID,
  asciiUpperCase,
  BOI_ID,
  isDocumentId,
  MAX_IDENTIFIER_LENGTH,
  splitIdentifier,
} from "../../../bofip/identifiers/identifier.ts";
import { readParagraphNumber } from "../../../bofip/paragraphs/paragraphs.ts";
import type { WordingKey } from "../../../db/queries/export.ts";

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

/** What is expected, in words; it may depend on what was received. */
type Expectation = (received: unknown) => string;

const KIND = "Parameter";
const READ = Symbol("read");
/** Under which a schema that is not a `Parameter` describes a valid value. */
export const EXPECTED = Symbol("expected");

TypeRegistry.Set<ParameterSchema>(
  KIND,
  (schema, value) => typeof value === "string" && schema[READ](value) !== undefined,
);

/** What a schema expects in place of what it received, in words, when it is one of ours, or one of ours or null. */
export function expectationOf(schema: object, received: unknown): string | null {
  const nullable = "anyOf" in schema && Array.isArray(schema.anyOf) ? schema.anyOf : [];
  for (const option of nullable) {
    const expected = expectationOf(option, received);
    if (expected !== null) return `${expected}, ou null`;
  }
  const expected = EXPECTED in schema ? schema[EXPECTED] : null;
  return typeof expected === "function" ? String(expected(received)) : null;
}

/** A parameter that `read` validates and converts, undefined for invalid; `expected` describes a valid one. */
export function parameter<Value>(
  documented: SchemaOptions,
  expected: string | Expectation,
  read: (raw: string) => Value | undefined,
): Parameter<Value> {
  const expectation = typeof expected === "string" ? () => expected : expected;
  const readOnce = remembersLast(read);
  const options = {
    ...documented,
    [Kind]: KIND,
    [READ]: readOnce,
    [TransformKind]: { Decode: readOnce, Encode: String },
    [EXPECTED]: expectation,
  };
  return Type.Unsafe<Value>(options);
}

/** What is judged is converted right after, in the same turn; not kept longer, as days and corpus change verdicts. */
function remembersLast<Value>(read: (raw: string) => Value): (raw: string) => Value {
  let last: { readonly raw: string; readonly value: Value } | null = null;
  return (raw) => {
    if (last?.raw === raw) return last.value;
    if (last === null) queueMicrotask(() => (last = null));
    const value = read(raw);
    last = { raw, value };
    return value;
  };
}

/** The edition named by an identifier of the API; no date = the current one. */
export interface DocumentId {
  readonly boiId: string;
  readonly date: string | null;
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

/** A document identifier without date, where the text is named otherwise. */
export function undatedId(documented: SchemaOptions = {}): Parameter<string> {
  const expected = "un identifiant sans date comme BOI-IR-LIQ-20-10 (lettres majuscules, chiffres et tirets)";
  return parameter({ ...documented, type: "string", pattern: BOI_ID.source }, expected, (raw) =>
    BOI_ID.test(raw) && readDocumentId(raw).date === null ? raw : undefined,
  );
}

/** Whether a schema is that of an identifier. */
export function isOfDocumentId({ pattern }: SchemaOptions): boolean {
  return pattern === BOI_ID.source;
}

function readDocumentId(raw: string): DocumentId {
  if (raw.length > MAX_IDENTIFIER_LENGTH) return { boiId: raw, date: null };
  const { id: boiId, date } = splitIdentifier(raw);
  return { boiId, date };
}

const MAX_LENGTH = 20;

/** Number of a §, in any usual form: `130`, `§ 130`, `1 bis`. */
export function paragraphNumber(documented: SchemaOptions = {}): Parameter<string> {
  const schema = { examples: ["130"], ...documented, type: "string", minLength: 1, maxLength: MAX_LENGTH };
  return parameter(schema, "un numéro de § comme 130 ou 1 bis", (raw) =>
    raw.length > MAX_LENGTH ? undefined : (readParagraphNumber(raw) ?? undefined),
  );
}

/** Identifier of an actualité. */
export function newsId(documented: SchemaOptions = {}): Parameter<string> {
  const schema = { ...documented, type: "string", pattern: ACTU_ID.source };
  return parameter(schema, "un identifiant comme ACTU-2014-00076", (raw) =>
    ACTU_ID.test(raw) ? raw : undefined,
  );
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

/** A text taken as it is, white space included, whose length in code points lies within the bounds. */
export function wholeText(
  minLength: number,
  maxLength: number,
  documented: SchemaOptions = {},
): Parameter<string> {
  const expected = `un texte de ${minLength} à ${maxLength} caractères`;
  return parameter({ ...documented, type: "string", minLength, maxLength }, expected, (raw) =>
    hasLength(raw, minLength, maxLength) ? raw : undefined,
  );
}

/** One of a few words, in lower case; `fallback` when absent. */
export function choice<const Word extends string>(
  words: readonly [Word, ...Word[]],
  fallback: Word,
  documented: SchemaOptions = {},
): Parameter<Word> {
  return oneOf(words, { ...documented, default: fallback });
}

/** One of a few words, in lower case. */
export function oneOf<const Word extends string>(
  words: readonly [Word, ...Word[]],
  documented: SchemaOptions = {},
): Parameter<Word> {
  const schema = { ...documented, type: "string", enum: words };
  return parameter(schema, `l'une des valeurs ${words.join(", ")}`, (raw) =>
    words.find((word) => word === raw),
  );
}

/** In code points. */
function hasLength(value: string, minimum: number, maximum: number): boolean {
  // Two units at most are one code point.
  if (value.length > 2 * maximum) return false;
  const length = [...value].length;
  return length >= minimum && length <= maximum;
}

/** Plain digits within the bounds; `fallback` when absent. */
export function integer(
  minimum: number,
  maximum: number,
  fallback: number,
  documented: SchemaOptions = {},
): Parameter<number> {
  return wholeNumber(minimum, maximum, { ...documented, default: String(fallback) });
}

/** Plain digits within the bounds. */
export function wholeNumber(
  minimum: number,
  maximum: number,
  documented: SchemaOptions = {},
): Parameter<number> {
  const schema = { ...documented, type: "integer", minimum, maximum };
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

/** A number of the journal: microseconds, some 1.8 × 10^15 today. 0 when absent: from the beginning. */
export function sequenceNumber(documented: SchemaOptions = {}): Parameter<number> {
  const maximum = Number.MAX_SAFE_INTEGER;
  const schema = { ...documented, type: "integer", minimum: 0, maximum, default: "0" };
  return parameter(schema, `un entier de 0 à ${maximum}`, (raw) => {
    const value = /^\d{1,16}$/.test(raw) ? Number(raw) : Number.NaN;
    return value <= maximum ? value : undefined;
  });
}

/** Where a page of an export ends: after a wording of a document or, without a key, after the whole document. */
export interface ExportPosition {
  readonly boiId: string;
  readonly key: WordingKey | null;
}

const POSITION = /^BOI-[A-Z0-9-]+(?:_\d{4}-\d\d-\d\d_\d{1,9}_[0-9a-f]{64})?$/;

/** The value `suivant` of a page of an export. */
export function exportPosition(documented: SchemaOptions = {}): Parameter<ExportPosition> {
  const schema = { ...documented, type: "string", pattern: POSITION.source };
  return parameter(schema, "la valeur « suivant » de la page précédente", (raw) =>
    POSITION.test(raw) ? readExportPosition(raw) : undefined,
  );
}

/** The position as callers hand it back; they make nothing of it. */
export function writeExportPosition({ boiId, key }: ExportPosition): string {
  return key === null ? boiId : `${boiId}_${key.date}_${key.pgp}_${key.empreinte}`;
}

/** Reads what `writeExportPosition` wrote. */
export function readExportPosition(raw: string): ExportPosition {
  const [boiId = "", date, pgp, empreinte = ""] = raw.split("_");
  return { boiId, key: date === undefined ? null : { date, pgp: Number(pgp), empreinte } };
}
