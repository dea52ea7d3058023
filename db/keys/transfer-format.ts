import { type SchemaOptions, type Static, type StaticDecode, type TSchema, Type } from "@sinclair/typebox";
import { TransformDecodeCheckError, TransformDecodeError, Value } from "@sinclair/typebox/value";
import { isRealDate } from "../../bofip/identifiers/identifier.ts";
import { isPrintable, printable } from "../../bofip/text/characters.ts";
import { OperatorFault } from "../../config/operator-fault.ts";
import { InvalidJson, jsonParser } from "../engine/parse-json.ts";
import { isStorable } from "../postgres/statements.ts";

// In the schemas below, `expected` describes a valid value in error messages.

const FORMAT = 1;
const MAX_COUNT = 2 ** 31 - 1;
/** The driver misreads years of fewer digits. */
const EARLIEST_DAY = "1000-01-01";

const Text = Type.String({ pattern: String.raw`\S`, expected: "un texte" });

const Code = refined(Text, isPrintable, "un texte sans caractère de contrôle ni de mise en forme");

/** Former releases let in what is not printable: it is written out, as no file may be lost for a name. */
const Name = Type.Transform(refined(Text, isStorable, "un texte sans caractère nul ni invalide"))
  .Decode(printable)
  .Encode((name) => name);

const Day = refined(
  Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\d$`, expected: "une date AAAA-MM-JJ" }),
  isDay,
  "une date qui existe",
);

const InstantOfRealDay = refined(
  Type.String({
    pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$`,
    expected: "un instant ISO 8601 UTC",
  }),
  (instant) => isDay(instant.slice(0, 10)),
  "une date qui existe",
);

const Instant = refined(
  InstantOfRealDay,
  (instant) => !Number.isNaN(Date.parse(instant)),
  "une heure qui existe",
);

const Hash = Type.String({
  pattern: "^[0-9a-f]{64}$",
  expected: "un SHA-256 en hexadécimal",
});

const Count = Type.Integer({ minimum: 0, maximum: MAX_COUNT, expected: "un nombre entier" });

/** Older exports lack these. */
const term = <Schema extends TSchema>(schema: Schema) => orNull(schema, { default: null });

const ExportedKey = Type.Object(
  {
    name: Name,
    plan: Code,
    visible_start: Code,
    /** SHA-256 of the key in lower-case hexadecimal. */
    hash: Hash,
    /** ISO 8601 UTC, like the other instants. */
    created_at: Instant,
    revoked_at: orNull(Instant),
    expires_at: term(Instant),
    /** In place of the plan's; null = the plan's. */
    monthly_quota: term(Count),
    minute_limit: term(Count),
    /** Hash of the first key of its account; null for that one. */
    account: term(Hash),
    /** Charged answers by month, named by its first day. */
    usage_months: list(Type.Object({ month: Day, used: Count }, { expected: "un objet" })),
    usage_days: list(Type.Object({ day: Day, used: Count }, { expected: "un objet" })),
  },
  { expected: "un objet" },
);

const KeyExport = Type.Object(
  {
    format: Type.Literal(FORMAT, { expected: `le nombre ${FORMAT}` }),
    exported_at: Instant,
    keys: list(ExportedKey),
  },
  { expected: "un objet" },
);

/**
 * The file of `keys export`: everything about the keys except the keys themselves, which exist only as hashes. Later
 * versions read it: any change of shape is a new `format`.
 */
export type KeyExport = StaticDecode<typeof KeyExport>;

/** The text is not an export of keys; the message points to the first invalid place. */
export class InvalidKeyExport extends OperatorFault {
  override readonly name = "InvalidKeyExport";

  constructor(place: string, expected: string) {
    super(`Ce n'est pas un export de clés valide : dans ${place}, il faut ${expected}.`);
  }
}

const parseJson = jsonParser(Type.Unknown());

/** @throws {InvalidKeyExport} */
export function parseKeyExport(text: string): KeyExport {
  const value = parseJson(text);
  if (value instanceof InvalidJson) throw new InvalidKeyExport("fichier", "du JSON");
  const document = decode(Value.Default(KeyExport, Value.Clean(KeyExport, value)));
  requireDistinct(document.keys, "hash", "keys");
  requireDistinct(document.keys, "visible_start", "keys");
  const firsts = new Set(document.keys.filter(({ account }) => account === null).map(({ hash }) => hash));
  for (const [index, { account, usage_months, usage_days }] of document.keys.entries()) {
    if (account !== null && !firsts.has(account))
      throw new InvalidKeyExport(`keys[${index}].account`, A_FIRST_KEY);
    requireDistinct(usage_months, "month", `keys[${index}].usage_months`);
    requireDistinct(usage_days, "day", `keys[${index}].usage_days`);
  }
  return document;
}

const A_FIRST_KEY = "l'empreinte d'une autre clé du fichier, la première de son compte";

function decode(value: unknown): KeyExport {
  try {
    return Value.Decode(KeyExport, value);
  } catch (error) {
    if (error instanceof TransformDecodeCheckError)
      throw new InvalidKeyExport(placeOf(error.error.path), String(error.error.schema["expected"]));
    if (error instanceof TransformDecodeError)
      throw new InvalidKeyExport(placeOf(error.path), error.error.message);
    throw error;
  }
}

/** `/keys/0/name` → `keys[0].name`. */
function placeOf(path: string): string {
  const place = path.slice(1).replaceAll(/\/(\d+)/g, "[$1]");
  return place.replaceAll("/", ".") || "document";
}

function requireDistinct<Field extends string>(
  entries: readonly Readonly<Record<Field, string>>[],
  field: Field,
  place: string,
): void {
  const seen = new Set<string>();
  for (const [index, { [field]: value }] of entries.entries()) {
    if (seen.has(value))
      throw new InvalidKeyExport(`${place}[${index}].${field}`, "une valeur différente des précédentes");
    seen.add(value);
  }
}

/** A schema whose values must also pass a test that schemas can't express. */
function refined<Schema extends TSchema>(
  schema: Schema,
  isRight: (value: Static<Schema>) => boolean,
  expected: string,
) {
  return Type.Transform(schema)
    .Decode((value) => {
      if (!isRight(value)) throw new Error(expected);
      return value;
    })
    .Encode((value) => value);
}

function orNull<Schema extends TSchema>(schema: Schema, options: SchemaOptions = {}) {
  return Type.Union([schema, Type.Null()], { ...options, expected: schema["expected"] });
}

function list<Schema extends TSchema>(items: Schema) {
  return Type.Array(items, { expected: "une liste" });
}

function isDay(text: string): boolean {
  return isRealDate(text) && text >= EARLIEST_DAY;
}
