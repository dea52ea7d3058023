import type { SchemaOptions } from "@sinclair/typebox";
import { readParagraphNumber } from "../../../bofip/paragraphs/paragraph-number.ts";
import { type Parameter, parameter } from "./parameter.ts";

const MAX_LENGTH = 20;

/** Number of a §, in any usual form: `130`, `§ 130`, `1 bis`. */
export function paragraphNumber(documented: SchemaOptions = {}): Parameter<string> {
  const schema = { examples: ["130"], ...documented, type: "string", minLength: 1, maxLength: MAX_LENGTH };
  return parameter(schema, "un numéro de § comme 130 ou 1 bis", (raw) =>
    raw.length > MAX_LENGTH ? undefined : (readParagraphNumber(raw) ?? undefined),
  );
}
