import type { QueryNode } from "../../query/ast.ts";
import { SHORT_PREFIX_LENGTHS } from "../schema.ts";

/**
 * FTS5 MATCH expression over the columns of `texts`, for the query and the domain. A phrase matches within one
 * column, never across (sqlite.org/fts5.html, "Full-text Query Syntax").
 */
export function matchExpression(query: QueryNode, domaine: string | null): string {
  const expression = expressionOf(query);
  return domaine === null ? expression : `(${expression}) AND domaine : ${quoted(domaine.toLowerCase())}`;
}

/** Documents that the query names, ranked first when they match. */
export function identifiersOf(query: QueryNode): string[] {
  if (query.kind === "identifier") return [query.boiId];
  if (query.kind === "or") return query.branches.flatMap(identifiersOf);
  return query.kind === "and" ? query.required.flatMap(identifiersOf) : [];
}

function expressionOf(node: QueryNode): string {
  switch (node.kind) {
    case "word":
      return `{titre texte} : ${quoted(node.stem)}`;
    case "phrase":
      return `{titre texte} : ${quoted(node.stems.join(" "))}`;
    case "prefix":
      return prefixExpression(node.prefix);
    case "identifier":
      return `identifiant : ${quoted(node.boiId.toLowerCase())}`;
    case "or":
      return joined(node.branches, "OR");
    case "and": {
      const required = joined(node.required, "AND");
      return node.excluded.length === 0 ? required : `(${required}) NOT (${joined(node.excluded, "OR")})`;
    }
  }
}

function prefixExpression(prefix: string): string {
  if (SHORT_PREFIX_LENGTHS.includes(prefix.length)) return `debuts : ${quoted(prefix)}`;
  return `mots : ${quoted(prefix)} *`;
}

function joined(nodes: readonly QueryNode[], operator: "AND" | "OR"): string {
  return nodes.map((node) => `(${expressionOf(node)})`).join(` ${operator} `);
}

function quoted(words: string): string {
  return `"${words.replaceAll('"', '""')}"`;
}
