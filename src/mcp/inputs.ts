import type { CallToolResult, McpServer, StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import {
  Kind,
  KindGuard,
  OptionalKind,
  type SchemaOptions,
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnsafe,
  Type as t,
} from "@sinclair/typebox";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { Value, ValuePointer } from "@sinclair/typebox/value";
import { asciiUpperCase, BOI_ID } from "../../bofip/identifiers/identifier.ts";
import { DOCUMENT_TYPES } from "../../db/schema/documents.ts";
import { Resolution } from "../features/resolution/answer.ts";
import type { AskedFilter } from "../schemas/parameters/filters.ts";
import { oneOf } from "../schemas/parameters/parameter.ts";
import { shortened, wordUnknown } from "../schemas/validation-errors.ts";
import { type Api, ToolFault } from "./api.ts";

/** What tools are given to answer. */
interface ToolDeps {
  readonly api: Api;
  readonly clock: () => Date;
}

interface ToolWords {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** A tool as it is listed and registered. */
export interface McpTool extends ToolWords {
  /** Its arguments, and those that it can't do without. */
  readonly properties: TProperties;
  readonly required: readonly string[];
  register(server: McpServer, deps: ToolDeps): void;
}

/** Every tool only reads, from a closed corpus; the other hints mean nothing of a tool that only reads. */
const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

/** Makes a tool, whose input refuses what it doesn't name. */
export function tool<Shape extends TProperties>(
  words: ToolWords,
  properties: Shape,
  run: (input: Static<TObject<Shape>>, deps: ToolDeps) => Promise<CallToolResult>,
): McpTool {
  // One fault is told: a model mends one at a time. An unknown argument comes first: it is often another, misspelt.
  const inputSchema = standard(strictly(properties), (faults) => {
    const unknown = faults.find(({ type }) => type === ValueErrorType.ObjectAdditionalProperties);
    return unknown === undefined ? faults.slice(0, 1) : [unknown];
  });
  return {
    ...words,
    properties,
    required: requiredOf(properties),
    register(server, deps) {
      const { name, ...told } = words;
      server.registerTool(name, { ...told, inputSchema, annotations: READ_ONLY }, (input) =>
        run(input, deps),
      );
    },
  };
}

/** The arguments of a prompt, which tells all their faults. */
export const argumentsOf = <Shape extends TProperties>(shape: Shape) =>
  standard(t.Object(shape), (faults) => faults);

/** An object that has no other fields; those that have a default may be missing. */
export function strictly<Shape extends TProperties>(properties: Shape): TUnsafe<Static<TObject<Shape>>> {
  const required = requiredOf(properties);
  const demanded = required.length === 0 ? {} : { required };
  return t.Unsafe({ [Kind]: "Object", type: "object", properties, ...demanded, additionalProperties: false });
}

function requiredOf(properties: TProperties): string[] {
  const isRequired = (schema: TSchema) => schema.default === undefined && !(OptionalKind in schema);
  return Object.entries(properties).flatMap(([name, schema]) => (isRequired(schema) ? [name] : []));
}

/** A schema as the protocol's library takes it; its keywords are published in the order in which they are written. */
function standard<Schema extends TSchema>(
  schema: Schema,
  told: (faults: readonly ValueError[]) => readonly ValueError[],
): StandardSchemaWithJSON<Static<Schema>> {
  const validate = (given: unknown) => {
    const value = prepared(schema, given);
    if (Value.Check(schema, value)) return { value };
    return { issues: told([...Value.Errors(schema, value)]).map(issueOf) };
  };
  const published = () => schema;
  const jsonSchema = { input: published, output: published };
  return { "~standard": { version: 1, vendor: "typebox", validate, jsonSchema } };
}

/** Under which a schema keeps what is made of a value before it is judged: a symbol is not published. */
const PREPARE = Symbol("prepare");

const prepares = <Schema extends TSchema>(schema: Schema, prepare: (given: unknown) => unknown): Schema => ({
  ...schema,
  [PREPARE]: prepare,
});

const AnyObject = t.Record(t.String(), t.Unknown());

/** The value to judge: with its defaults, and undefined for what is missing, which is told in its turn. */
function prepared(schema: TSchema, given: unknown): unknown {
  if (KindGuard.IsArray(schema) && Array.isArray(given))
    return given.map((item) => prepared(schema.items, item));
  if (KindGuard.IsObject(schema) && Value.Check(AnyObject, given)) {
    const known = Object.entries(schema.properties)
      .map(([name, own]) => [name, prepared(own, given[name])] as const)
      .filter(([name, value]) => value !== undefined || schema.required?.includes(name));
    return { ...Object.fromEntries(known), ...given, ...Object.fromEntries(known) };
  }
  const value: unknown = given === undefined ? schema.default : given;
  return PREPARE in schema && typeof schema[PREPARE] === "function" ? schema[PREPARE](value) : value;
}

function issueOf(fault: ValueError) {
  const path = [...ValuePointer.Format(fault.path)];
  const word = WORDS[fault.type];
  if (word !== undefined) return { path, message: word(fault) };
  const name = path.pop() ?? "";
  const known = Object.keys(fault.schema["properties"]);
  return { path, message: `« ${shortened(name)} » ${wordUnknown(name, known)}` };
}

type Words = (fault: ValueError) => string;

const TEXT = "chaîne de caractères";
const GIVEN: Readonly<Record<string, string>> = { string: TEXT, number: "nombre", boolean: "booléen" };

function notA(expected: string): Words {
  return ({ value }) => {
    const written = value === null ? "null" : Array.isArray(value) ? "tableau" : GIVEN[typeof value];
    return `Entrée invalide : ${expected} attendu, ${written ?? (value === undefined ? "indéfini" : "objet")} reçu`;
  };
}

function outOf(size: "petit" | "grand", rule: string, bound: string, unit = ""): Words {
  const [sign, exact] = size === "petit" ? [">=", Number.MIN_SAFE_INTEGER] : ["<=", Number.MAX_SAFE_INTEGER];
  return ({ value, schema }) =>
    typeof value === "number" && !Number.isSafeInteger(value)
      ? `Trop ${size} : entier doit être ${sign}${exact}`
      : `Trop ${size} : ${rule} ${sign}${schema[bound]}${unit}`;
}

/** What is said of each kind of fault, but of an unknown field. */
const WORDS: Readonly<Partial<Record<ValueErrorType, Words>>> = {
  [ValueErrorType.Object]: notA("objet"),
  [ValueErrorType.Array]: notA("tableau"),
  [ValueErrorType.ArrayMinItems]: outOf("petit", "tableau doit avoir", "minItems", " éléments"),
  [ValueErrorType.ArrayMaxItems]: outOf("grand", "tableau doit avoir", "maxItems", " éléments"),
  [ValueErrorType.String]: notA(TEXT),
  [ValueErrorType.StringMinLength]: outOf("petit", `${TEXT} doit avoir`, "minLength", " caractères"),
  [ValueErrorType.StringMaxLength]: outOf("grand", `${TEXT} doit avoir`, "maxLength", " caractères"),
  [ValueErrorType.StringPattern]: ({ schema }) =>
    `Chaîne de caractères invalide : doit correspondre au motif /${schema["pattern"]}/`,
  [ValueErrorType.StringFormat]: () => "date ISO invalide",
  [ValueErrorType.Integer]: (fault) => notA(Number.isFinite(fault.value) ? "entier" : "nombre")(fault),
  [ValueErrorType.IntegerMinimum]: outOf("petit", "nombre doit être", "minimum"),
  [ValueErrorType.IntegerMaximum]: outOf("grand", "nombre doit être", "maximum"),
  [ValueErrorType.Kind]: ({ schema }) =>
    `Option invalide : une valeur parmi ${JSON.stringify(schema["enum"]).slice(1, -1).replaceAll(",", "|")} attendue`,
};
// Parameters that several tools share, under the API's names.

const trim = (given: unknown) => (typeof given === "string" ? given.trim() : given);
const upperCase = (given: unknown) => (typeof given === "string" ? asciiUpperCase(given.trim()) : given);
const numberAsText = (given: unknown) => (typeof given === "number" ? String(given) : given);

/** A text of so many characters. */
export const text = (minLength: number, maxLength: number, documented: SchemaOptions = {}) =>
  t.String({ ...documented, type: "string", minLength, maxLength });

/** A text, its ends trimmed first. */
export const trimmed = <Schema extends TSchema>(schema: Schema) => prepares(schema, trim);

/** Text that a model may also write as a JSON number, as it does most numbers of §. */
export const numberOrText = <Schema extends TSchema>(schema: Schema) => prepares(schema, numberAsText);

/** Whatever names a document. */
export const reference = (description: string) => trimmed({ ...text(1, 500), description });

/** An identifier: the API refuses what is none, with the one to take. */
export const boiId = prepares(
  t.String({ type: "string", minLength: 1, description: "Comme BOI-IR-LIQ-20-10." }),
  upperCase,
);

/** The number of a §, as 130 or « 1 bis ». */
export const paragraphNumber = (documented: SchemaOptions = {}) =>
  prepares(text(1, 20, documented), (given) => trim(numberAsText(given)));

/** A day; the API says which ones exist. */
export const isoDay = (documented: SchemaOptions = {}) =>
  t.Optional(t.String({ ...documented, type: "string", format: "date" }));

export const day = isoDay({ description: "L'édition de ce jour-là." });

/** A whole number; required unless it has a default. */
export const integer = (minimum: number, maximum: number, documented: SchemaOptions = {}) =>
  t.Integer({ ...documented, type: "integer", minimum, maximum });

export const limit = (maximum: number, fallback: number) => integer(1, maximum, { default: fallback });

/** The code of an article of law. */
export const askedCode = text(1, 120, { default: "CGI", description: "CGI, CGI-ANN-2, LPF, code civil…" });

export const askedRole = t.Optional(oneOf(["commente", "cite"]));

/** As « suite » gives it. */
export const offset = integer(0, 10_000, { default: 0 });

const words = (documented: SchemaOptions = {}) => t.Optional(t.String({ ...documented, type: "string" }));

/** The filters of the API's searches, as the tools that search take them; `search` says what each keeps to. */
export const FILTERS = {
  domaine: words(),
  type: t.Optional(oneOf(DOCUMENT_TYPES)),
  matiere: words(),
  chemin: words(),
  article: words(),
  decision: words(),
  norme: words(),
  reponse: words(),
} satisfies Record<keyof AskedFilter, TSchema>;

const described = (description: string) => words({ description });

/** Filters described: once is enough in a list of tools that is read whole. */
export const DESCRIBED_FILTERS = {
  domaine: described("Du plan : IR, BIC, IS, TVA, ENR, PAT, CF, RES… (browse_plan les liste)."),
  type: FILTERS.type,
  matiere: described("Dont ils traitent, rescrits compris : TVA."),
  chemin: described("Nœud du plan : IR/LIQ."),
  article: described("Qu'ils citent : CGI:150 U."),
  decision: described("Par sa clé : CE-402006."),
  norme: described("Par sa clé : loi-2007-1223."),
  reponse: described("Ministérielle, par sa clé."),
} satisfies typeof FILTERS;

/** The document that a reference names, as the API takes it. */
interface NamedDocument {
  /** Dated, when the reference names an edition. */
  readonly boiId: string;
  /** The § that it names, when it names one. */
  readonly numero: string | null;
}

/**
 * The document that a tool is given, by its identifier, which the API is not asked to resolve, or by any other name.
 * @throws {ToolFault} for what names no document, or several, with what to take instead.
 */
export async function readNamedDocument(api: Api, written: string): Promise<NamedDocument> {
  const capitals = asciiUpperCase(written);
  if (BOI_ID.test(capitals)) return { boiId: capitals, numero: null };
  const resolved = await api.get("/v1/resolution", Resolution, { ref: written });
  const { boi_id, date, numero } = resolved;
  if (boi_id === null) throw new ToolFault(insteadOf(resolved));
  return { boiId: date === null ? boi_id : `${boi_id}-${date.replaceAll("-", "")}`, numero };
}

/** What a reference to something else than one document was read as, and what to do with it. */
function insteadOf({ lecture, genre, cle, candidats }: Resolution): string {
  const named = [...new Set(candidats.flatMap(({ boi_id }) => boi_id ?? []))];
  if (named.length > 0) return `${lecture} Prenez l'un de ces identifiants : ${named.join(", ")}.`;
  if (genre === "actualite") return `${lecture} Une actualité se lit avec get_news (« id » : « ${cle} »).`;
  if (cle !== null) return `${lecture} law donne les documents qui en parlent.`;
  return `${lecture} « boi_id » attend un identifiant comme BOI-IR-LIQ-20-10 : cherchez-le avec search.`;
}
