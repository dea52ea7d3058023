import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";

/** Why a text is not the JSON expected. */
export class InvalidJson {
  /** @param path JSON pointer of the value that departs from the schema, "" for the whole; null for invalid JSON. */
  constructor(readonly path: string | null) {}
}

/** Parses an external text into a value, or into where it departs from the schema. Never throws. */
export type JsonParser<Value> = (text: string) => Value | InvalidJson;

/** A parser for texts of a schema, which is compiled at its first use. */
export function jsonParser<Schema extends TSchema>(schema: Schema): JsonParser<Static<Schema>> {
  let compiled: TypeCheck<Schema> | null = null;
  return (text) => {
    compiled ??= TypeCompiler.Compile(schema);
    const value = parse(text);
    if (value instanceof InvalidJson || compiled.Check(value)) return value;
    return new InvalidJson(compiled.Errors(value).First()?.path ?? "");
  };
}

export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return new InvalidJson(null);
  }
}
