import type { SchemaOptions } from "@sinclair/typebox";
import { isRealDate } from "../../../db/bofip/identifier.ts";
import { parisDay } from "../../../db/bofip/paris-day.ts";
import { type Parameter, parameter } from "./parameter.ts";

/** A day that exists and is not after today, in Paris. */
export function pastDate(clock: () => Date, documented: SchemaOptions = {}): Parameter<string> {
  const schema = { ...documented, type: "string", format: "date" };
  return parameter(schema, "une date AAAA-MM-JJ qui existe et n'est pas dans le futur", (raw) =>
    isRealDate(raw) && raw <= parisDay(clock()) ? raw : undefined,
  );
}
