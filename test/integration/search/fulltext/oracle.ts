import { type DocumentFilter, NO_FILTER } from "../../../../db/engine/document-filter.ts";
import { analyze } from "../../../../search/fulltext/analyzer/index.ts";
import type { IndexedDocument } from "../../../../search/fulltext/port.ts";
import type { QueryNode } from "../../../../search/fulltext/query/ast.ts";

/**
 * The set of documents that a query finds, by reading every word of every document: the reference for all engines.
 * Sorted identifiers.
 */
export function matching(
  documents: readonly IndexedDocument[],
  query: QueryNode,
  filter: DocumentFilter = NO_FILTER,
): string[] {
  return documents
    .filter((document) => isKept(document, filter))
    .filter((document) => matches(wordsOf(document), query))
    .map((document) => document.boiId)
    .sort();
}

/** How many of the given documents have each value of a facet. */
export function counted(
  documents: readonly IndexedDocument[],
  side: "domaine" | "type" | "matiere",
): Map<string, number> {
  const values = documents.flatMap((document) => document[side] ?? []);
  return new Map([...Map.groupBy(values, String)].map(([value, { length }]) => [value, length]));
}

/** A criterion is the value of the document that has its name, but for the node and the law. */
function isKept(document: IndexedDocument, filter: DocumentFilter): boolean {
  const { chemin, articles, decision, norme, reponse, ...values } = filter;
  const law = Object.entries({ decision, norme, reponse });
  const own = new Map<string, unknown>(Object.entries(document));
  const segments = document.boiId.split("-").slice(1);
  return (
    Object.entries(values).every(([name, value]) => value === null || own.get(name) === value) &&
    (chemin === null || chemin.split("/").every((segment, rank) => segments[rank] === segment)) &&
    law.every(([genre, cle]) => cle === null || document.articles.includes(`${genre}:${cle}`)) &&
    (articles === null || articles.some((key) => document.articles.includes(key)))
  );
}

interface Words {
  readonly boiId: string;
  /** Title, then text, each as its stems separated by spaces. */
  readonly streams: readonly string[];
  readonly stems: ReadonlySet<string>;
  readonly folded: readonly string[];
}

const analysed = new WeakMap<IndexedDocument, Words>();

function wordsOf(document: IndexedDocument): Words {
  const known = analysed.get(document);
  if (known !== undefined) return known;
  const parts = [analyze(document.titre), analyze(document.texte)];
  const words = {
    boiId: document.boiId,
    streams: parts.map((tokens) => ` ${tokens.map((token) => token.stem).join(" ")} `),
    stems: new Set(parts.flat().map((token) => token.stem)),
    folded: [...new Set(parts.flat().map((token) => token.folded))],
  };
  analysed.set(document, words);
  return words;
}

function matches(words: Words, node: QueryNode): boolean {
  switch (node.kind) {
    case "word":
      return words.stems.has(node.stem);
    case "prefix":
      return words.folded.some((word) => word.startsWith(node.prefix));
    case "phrase":
      return words.streams.some((stream) => stream.includes(` ${node.stems.join(" ")} `));
    case "identifier":
      return words.boiId === node.boiId;
    case "or":
      return node.branches.some((branch) => matches(words, branch));
    case "and":
      return (
        node.required.every((part) => matches(words, part)) &&
        !node.excluded.some((part) => matches(words, part))
      );
  }
}
