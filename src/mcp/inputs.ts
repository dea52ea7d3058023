import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";
import { asciiUpperCase, BOI_ID } from "../../bofip/identifiers/identifier.ts";
import { DOCUMENT_TYPES } from "../../db/schema/documents.ts";
import { Resolution } from "../features/resolution/answer.ts";
import type { AskedFilter } from "../schemas/parameters/filters.ts";
import { shortened, wordUnknown } from "../schemas/validation-errors.ts";
import { type Api, ToolFault } from "./api.ts";

/** Parameters that several tools share, under the API's names. */

/** An object that has no other fields: of those that it has, one is named, with the nearest of its own. */
export const strictly = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys" ? wordUnknownOf(issue.keys, Object.keys(shape)) : undefined,
  });

function wordUnknownOf([name = ""]: readonly string[], known: readonly string[]): string {
  return `« ${shortened(name)} » ${wordUnknown(name, known)}`;
}

/**
 * The input of a tool, which refuses what it doesn't name, and tells one fault: a model mends one at a time. It is published without its dialect nor what a format
 * already says: every conversation pays for the list of tools, and a model reads neither.
 */
export function inputOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const schema = strictly(shape);
  type Read = z.ZodObject<Shape, z.core.$strict>;
  const validate = (value: unknown) => {
    const read = schema.safeParse(value);
    return read.success ? { value: read.data } : { issues: [firstIssue(read.error.issues)] };
  };
  const published = () => {
    const { $schema, ...json } = z.toJSONSchema(schema, { io: "input", override: withoutPatternOfFormat });
    return json;
  };
  const standard = schema["~standard"];
  return {
    "~standard": { ...standard, validate, jsonSchema: { input: published, output: published } },
  } satisfies StandardSchemaWithJSON<z.input<Read>, z.output<Read>>;
}

/** An unknown argument comes before the others: it is often one of these, misspelt. */
function firstIssue(issues: readonly z.core.$ZodIssue[]): { message: string; path: PropertyKey[] } {
  const unknown = issues.find((issue) => issue.code === "unrecognized_keys");
  const [first = { message: "Arguments invalides.", path: [] }] = issues;
  return unknown ?? first;
}

function withoutPatternOfFormat({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
}

/** Whatever names a document. */
export const reference = z.string().trim().min(1).max(500);

/** An identifier: the API refuses what is none, with the one to take. */
export const boiId = z.string().trim().min(1).overwrite(asciiUpperCase).describe("Comme BOI-IR-LIQ-20-10.");

/** Text that a model may also write as a JSON number, as it does most numbers of §. */
export const numberOrText = (schema: z.ZodString) =>
  z.preprocess((value) => (typeof value === "number" ? String(value) : value), schema);

/** The number of a §, as 130 or « 1 bis ». */
export const paragraphNumber = numberOrText(z.string().trim().min(1).max(20));

/** A day; the API says which ones exist. */
export const isoDay = z.iso.date();

export const day = isoDay.optional().describe("L'édition de ce jour-là.");

export const limit = (maximum: number, fallback: number) => z.int().min(1).max(maximum).default(fallback);

/** Of an article of law. */
export const askedCode = z
  .string()
  .min(1)
  .max(120)
  .default("CGI")
  .describe("CGI, CGI-ANN-2, LPF, code civil…");

export const askedRole = z.enum(["commente", "cite"]).optional();

/** As « suite » gives it. */
export const offset = z.int().min(0).max(10_000).default(0);

const words = z.string().optional();

/** The filters of the API's searches, as the tools that search take them; `search` says what each keeps to. */
export const FILTERS = {
  domaine: words,
  type: z.enum(DOCUMENT_TYPES).optional(),
  matiere: words,
  chemin: words,
  article: words,
  decision: words,
  norme: words,
  reponse: words,
} satisfies Record<keyof AskedFilter, z.ZodType>;

const domaine = words.describe("Du plan : IR, BIC, IS, TVA, ENR, PAT, CF, RES… (browse_plan les liste).");

/** The same, described: once is enough in a list of tools that is read whole. */
export const DESCRIBED_FILTERS = {
  domaine,
  type: FILTERS.type,
  matiere: words.describe("Dont ils traitent, rescrits compris : TVA."),
  chemin: words.describe("Nœud du plan : IR/LIQ."),
  article: words.describe("Qu'ils citent : CGI:150 U."),
  decision: words.describe("Par sa clé : CE-402006."),
  norme: words.describe("Par sa clé : loi-2007-1223."),
  reponse: words.describe("Ministérielle, par sa clé."),
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
