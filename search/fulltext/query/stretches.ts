import type { Lexeme } from "./lexer.ts";
import { soughtAt } from "./terms.ts";

export type { Lexeme } from "./lexer.ts";

/** A part of a query, UTF-16 offsets. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

const QUOTED = /^["«“]/u;

/** The runs of words side by side that a query searches for, without operator nor quotation mark between them. */
export function stretchesOf(lexemes: readonly Lexeme[]): Stretch[] {
  const isSought = soughtAt(lexemes);
  const stretches: { start: number; end: number }[] = [];
  let isOpen = false;
  for (const [index, { kind, at, text }] of lexemes.entries()) {
    const isWord = kind === "operand" && isSought[index] === true && !QUOTED.test(text);
    const last = isOpen ? stretches.at(-1) : undefined;
    if (isWord && last !== undefined) last.end = at + text.length;
    else if (isWord) stretches.push({ start: at, end: at + text.length });
    isOpen = isWord;
  }
  return stretches;
}
