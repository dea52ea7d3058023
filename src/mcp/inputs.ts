import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";
import { asciiUpperCase } from "../../bofip/identifiers/identifier.ts";
import { shortened, wordUnknown } from "../schemas/validation-errors.ts";

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
