import { Kind, type SchemaOptions, TransformKind, type TUnsafe, Type, TypeRegistry } from "@sinclair/typebox";

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
