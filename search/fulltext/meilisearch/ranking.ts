import type { QueryNode } from "../query/ast.ts";
import { engineWord, ofDocument } from "./filter.ts";
import { EVERYWHERE } from "./schema.ts";
import { MAX_RANKED_BRANCHES, WEIGHTS } from "./settings.ts";

/** A query that ranks, by Meilisearch's own rules, documents found by the filter. */
export interface Ranking {
  readonly q: string;
  readonly weight: number;
  /** Filter of the documents ranked this way, or null for all. */
  readonly among: string | null;
  /** Whether only the first word of `q` is required; absent: all are. */
  readonly areWordsOptional?: boolean;
}

/**
 * The `q` that alone ranks a query without OR or identifier, else null. Words are optional but the first, which every
 * document has; a phrase, which can't be optional, becomes words, ranked by proximity.
 */
export function simpleRanking(query: QueryNode): string | null {
  return isSimple(query) ? [EVERYWHERE, ...leavesOf(query)].join(" ").replaceAll('"', "") : null;
}

/** The weighted sub-queries that rank the documents of any query; the last one ranks them all. */
export function rankingsOf(query: QueryNode): Ranking[] {
  const leaves = leavesOf(query);
  const branches = query.kind === "or" ? query.branches.map(leavesOf) : leaves.map((leaf) => [leaf]);
  const apart = branches.filter((branch) => branch.length > 0).slice(0, MAX_RANKED_BRANCHES);
  return [
    ...identifiersOf(query).map((boiId) => ({
      q: EVERYWHERE,
      weight: WEIGHTS.named,
      among: ofDocument(boiId),
    })),
    ...(leaves.length > 0 ? [{ q: leaves.join(" "), weight: WEIGHTS.together, among: null }] : []),
    ...apart.map((branch) => ({ q: branch.join(" "), weight: WEIGHTS.apart, among: null })),
    { q: EVERYWHERE, weight: WEIGHTS.rest, among: null },
  ];
}

function isSimple(node: QueryNode): boolean {
  return node.kind === "and"
    ? node.required.every(isSimple)
    : node.kind !== "or" && node.kind !== "identifier";
}

/** The searched words and phrases, as `q` accepts them; a prefix only filters. */
function leavesOf(node: QueryNode): string[] {
  switch (node.kind) {
    case "word":
      return [engineWord(node.stem)];
    case "phrase":
      return [`"${node.stems.map(engineWord).join(" ")}"`];
    case "or":
      return node.branches.flatMap(leavesOf);
    case "and":
      return node.required.flatMap(leavesOf);
    default:
      return [];
  }
}

function identifiersOf(node: QueryNode): string[] {
  if (node.kind === "identifier") return [node.boiId];
  if (node.kind === "or") return node.branches.flatMap(identifiersOf);
  return node.kind === "and" ? node.required.flatMap(identifiersOf) : [];
}
