import { lawKey } from "../../../bofip/law/citation.ts";
import {
  conditionsOf,
  type DocumentFilter,
  type FilterTable,
  nodeIdentifier,
} from "../../../db/engine/document-filter.ts";
import type { QueryNode } from "../query/ast.ts";

/** Returns the filter of the documents that contain a phrase, given by its stems. */
export type PhraseFilter = (stems: readonly string[]) => string;

/** Filter that finds exactly the texts of a query, however nested (Meilisearch reference, "Filter expression"). */
export function filterOf(query: QueryNode, kept: DocumentFilter, phraseFilter: PhraseFilter): string {
  return [expressionOf(query, phraseFilter), ...conditionsOf(CONDITIONS, kept)].join(" AND ");
}

const CONDITIONS: FilterTable<string> = {
  value: (name, value) => `${name} = ${quoted(value)}`,
  chemin: (path) => atOrBelow(nodeIdentifier(path)),
  articles: (keys) => `articles IN [${keys.map(quoted).join(",")}]`,
  decision: (cle) => `articles = ${quoted(lawKey("decision", cle))}`,
  norme: (cle) => `articles = ${quoted(lawKey("norme", cle))}`,
  reponse: (cle) => `articles = ${quoted(lawKey("reponse", cle))}`,
};

function atOrBelow(boiId: string): string {
  return `(document = ${quoted(boiId)} OR document STARTS WITH ${quoted(`${boiId}-`)})`;
}

/** Filter of the texts of a document. */
export function ofDocument(boiId: string): string {
  return `document = ${quoted(boiId)}`;
}

/** Filter of the documents that contain every stem, in any position. */
export function holdingAll(stems: readonly string[]): string {
  return [...new Set(stems)].map(stemFilter).join(" AND ");
}

export function within(pks: readonly string[]): string {
  return `pk IN [${pks.map(quoted).join(",")}]`;
}

/** Filter of the documents whose label alone has these two words side by side (`TextRecord.paires`), reversed. */
export function notInLabelAlone(pair: string): string {
  return `paires != ${quoted(pair)}`;
}

/** Parenthesised when it has several parts. */
function expressionOf(node: QueryNode, phraseFilter: PhraseFilter): string {
  switch (node.kind) {
    case "word":
      return stemFilter(node.stem);
    case "phrase":
      return `(${phraseFilter(node.stems)})`;
    case "prefix":
      return `mots STARTS WITH ${quoted(engineWord(node.prefix))}`;
    case "identifier":
      return ofDocument(node.boiId);
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

/** Identifiers, codes, keys and engine words never contain quotes. */
function quoted(word: string): string {
  return `"${word}"`;
}

/** Meilisearch does not index words above 250 bytes, and truncates filter values at 468. */
const LONGEST = 160;
const PLAIN = /^[a-z0-9]*$/;
const OTHER = /[^a-z0-9]/gu;

/**
 * Encodes a word or prefix in letters that Meilisearch neither folds (« nº ») nor splits: other characters become their
 * code point, and what is too long is truncated.
 */
export function engineWord(word: string): string {
  const plain = PLAIN.test(word) ? word : word.replace(OTHER, codeOf);
  return plain.slice(0, LONGEST);
}

/** Six hexadecimal digits after letters that start no French word. */
function codeOf(letter: string): string {
  return `zq${(letter.codePointAt(0) ?? 0).toString(16).padStart(6, "0")}`;
}
