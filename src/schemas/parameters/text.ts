import type { SchemaOptions } from "@sinclair/typebox";
import { type Parameter, parameter } from "./parameter.ts";

/** A text whose length, in code points once trimmed, lies within the bounds. */
export function text(
  minLength: number,
  maxLength: number,
  documented: SchemaOptions = {},
): Parameter<string> {
  const expected = `un texte de ${minLength} à ${maxLength} caractères`;
  return parameter({ ...documented, type: "string", minLength, maxLength }, expected, (raw) => {
    const value = raw.trim();
    return hasLength(value, minLength, maxLength) ? value : undefined;
  });
}

/** A text taken as it is, white space included, whose length in code points lies within the bounds. */
export function wholeText(
  minLength: number,
  maxLength: number,
  documented: SchemaOptions = {},
): Parameter<string> {
  const expected = `un texte de ${minLength} à ${maxLength} caractères`;
  return parameter({ ...documented, type: "string", minLength, maxLength }, expected, (raw) =>
    hasLength(raw, minLength, maxLength) ? raw : undefined,
  );
}

/** One of a few words, in lower case; `fallback` when absent. */
export function choice<const Word extends string>(
  words: readonly [Word, ...Word[]],
  fallback: Word,
  documented: SchemaOptions = {},
): Parameter<Word> {
  return oneOf(words, { ...documented, default: fallback });
}

/** One of a few words, in lower case. */
export function oneOf<const Word extends string>(
  words: readonly [Word, ...Word[]],
  documented: SchemaOptions = {},
): Parameter<Word> {
  const schema = { ...documented, type: "string", enum: words };
  return parameter(schema, `l'une des valeurs ${words.join(", ")}`, (raw) =>
    words.find((word) => word === raw),
  );
}

/** In code points. */
function hasLength(value: string, minimum: number, maximum: number): boolean {
  // Two units at most are one code point.
  if (value.length > 2 * maximum) return false;
  const length = [...value].length;
  return length >= minimum && length <= maximum;
}
