import type { QueryNode } from "./ast.ts";
import type { Lexeme } from "./lexer.ts";

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

/** The words of one run of characters of a query. */
export interface Term {
  /** As written. */
  readonly text: string;
  /** UTF-16 offset in the query, in NFC. */
  readonly start: number;
  readonly node: QueryNode;
}

/** The words of a query, as the user wrote them. */
export interface Terms {
  /** Words to find, without the excluded ones. */
  readonly sought: readonly Term[];
  /** Stop words, as written. */
  readonly ignored: readonly string[];
  /** Whether all the words are required: no OR, no exclusion, no parenthesis. */
  readonly isPlain: boolean;
}

export function termsOf(lexemes: readonly Lexeme[]): Terms {
  const sought: Term[] = [];
  const ignored: string[] = [];
  const isSought = soughtAt(lexemes);
  for (const [index, lexeme] of lexemes.entries()) {
    if (lexeme.kind !== "operand") continue;
    const node = nodeOf(lexeme.leaves);
    if (node === null) ignored.push(lexeme.text);
    else if (isSought[index] === true) sought.push({ text: lexeme.text, start: lexeme.at, node });
  }
  const isPlain = lexemes.every(({ kind }) => kind === "operand" || kind === "and");
  return { sought, ignored, isPlain };
}

/** For each lexeme, whether it is free of exclusions, its own and those of the groups around it. */
function soughtAt(lexemes: readonly Lexeme[]): boolean[] {
  const groups = [true];
  let isNegated = false;
  return lexemes.map(({ kind }) => {
    const isSought = (groups.at(-1) ?? true) && !isNegated;
    if (kind === "open") groups.push(isSought);
    if (kind === "close") groups.pop();
    isNegated = kind === "not" ? !isNegated : false;
    return isSought;
  });
}

function nodeOf(leaves: readonly QueryNode[]): QueryNode | null {
  const [only, ...others] = leaves;
  if (only === undefined) return null;
  return others.length === 0 ? only : { kind: "and", required: leaves, excluded: [] };
}
