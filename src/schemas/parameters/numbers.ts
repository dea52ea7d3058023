import { type SchemaOptions, type TInteger, Type } from "@sinclair/typebox";
import { EXPECTED, type Parameter, parameter } from "./parameter.ts";

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
