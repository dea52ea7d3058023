import type { SchemaOptions } from "@sinclair/typebox";
import { type Parameter, parameter } from "./parameter.ts";

/** A number of the journal: microseconds, some 1.8 × 10^15 today. 0 when absent: from the beginning. */
export function sequenceNumber(documented: SchemaOptions = {}): Parameter<number> {
  const maximum = Number.MAX_SAFE_INTEGER;
  const schema = { ...documented, type: "integer", minimum: 0, maximum, default: "0" };
  return parameter(schema, `un entier de 0 à ${maximum}`, (raw) => {
    const value = /^\d{1,16}$/.test(raw) ? Number(raw) : Number.NaN;
    return value <= maximum ? value : undefined;
  });
}
