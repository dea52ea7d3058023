import type { QueryNode } from "../query/ast.ts";
import { EVERYWHERE } from "./schema.ts";
import { MAX_RANKED_BRANCHES, WEIGHTS } from "./settings.ts";
import { engineWord } from "./words.ts";

/** A way of ranking, by Meilisearch's own rules, documents that the filter found. */
export interface Ranking {
  readonly q: string;
  readonly weight: number;
  /** Document that alone is ranked so, or null for all. */
  readonly pk: string | null;
}

/**
 * The `q` that alone ranks the documents of a query without OR nor identifier, or null for another query. All
 * its words may be missing but the first, which every document holds, so that none is lost; a phrase, which
 * could not, is there as words, whose proximity ranks.
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
    ...identifiersOf(query).map((pk) => ({ q: EVERYWHERE, weight: WEIGHTS.named, pk })),
    ...(leaves.length > 0 ? [{ q: leaves.join(" "), weight: WEIGHTS.together, pk: null }] : []),
    ...apart.map((branch) => ({ q: branch.join(" "), weight: WEIGHTS.apart, pk: null })),
    { q: EVERYWHERE, weight: WEIGHTS.rest, pk: null },
  ];
}

function isSimple(node: QueryNode): boolean {
  return node.kind === "and"
    ? node.required.every(isSimple)
    : node.kind !== "or" && node.kind !== "identifier";
}

/** What the query looks for, as `q` takes it; a prefix only filters. */
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
