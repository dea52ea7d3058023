import type { QueryNode } from "../query/ast.ts";
import { engineWord } from "./words.ts";

/** Filter of the documents that hold a phrase, from its stems. */
export type PhraseFilter = (stems: readonly string[]) => string;

/**
 * Filter that decides which documents a query finds, exactly, whatever it nests (Meilisearch reference, "Filter
 * expression").
 * @param domaine series code, or null for every series.
 */
export function filterOf(query: QueryNode, domaine: string | null, phraseFilter: PhraseFilter): string {
  const filter = expressionOf(query, phraseFilter);
  return domaine === null ? filter : `${filter} AND domaine = ${quoted(domaine)}`;
}

/** Filter of the documents that hold every stem, wherever they stand. */
export function holdingAll(stems: readonly string[]): string {
  return [...new Set(stems)].map(stemFilter).join(" AND ");
}

export function within(pks: readonly string[]): string {
  return `pk IN [${pks.map(quoted).join(",")}]`;
}

/** Parenthesised when it is of several parts. */
function expressionOf(node: QueryNode, phraseFilter: PhraseFilter): string {
  switch (node.kind) {
    case "word":
      return stemFilter(node.stem);
    case "phrase":
      return `(${phraseFilter(node.stems)})`;
    case "prefix":
      return `mots STARTS WITH ${quoted(engineWord(node.prefix))}`;
    case "identifier":
      return `pk = ${quoted(node.boiId)}`;
    case "or":
      return `(${node.branches.map((branch) => expressionOf(branch, phraseFilter)).join(" OR ")})`;
    case "and": {
      const required = node.required.map((part) => expressionOf(part, phraseFilter));
      const excluded = node.excluded.map((part) => `NOT ${expressionOf(part, phraseFilter)}`);
      return `(${[...required, ...excluded].join(" AND ")})`;
    }
  }
}

function stemFilter(stem: string): string {
  return `stems = ${quoted(engineWord(stem))}`;
}

/** Identifiers, series and engine words hold no quote. */
function quoted(word: string): string {
  return `"${word}"`;
}
