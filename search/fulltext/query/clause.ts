import type { QueryNode } from "./ast.ts";

/**
 * A part of a query: documents that match every `required` node and no `excluded` one. Both are empty for a part
 * without content (stop words). A clause may have only exclusions until it joins another: `a (NOT b)` is `a NOT b`.
 */
export interface Clause {
  readonly required: readonly QueryNode[];
  readonly excluded: readonly QueryNode[];
}

/** Conjunction of clauses. */
export function allOf(clauses: readonly Clause[]): Clause {
  return {
    required: distinct(clauses.flatMap((clause) => clause.required)),
    excluded: distinct(clauses.flatMap((clause) => clause.excluded)),
  };
}

/** Disjunction of clauses, each of which must have something to find. */
export function anyOf(clauses: readonly Clause[]): Clause {
  return clauseOf(orNode(clauses.map(nodeOf)));
}

/**
 * Negation of a clause. A conjunction of exclusions alone becomes what it excluded (De Morgan: neither a nor b,
 * negated, is a or b), so that `NOT (NOT a)` is `a`.
 */
export function noneOf(clause: Clause): Clause {
  if (clause.required.length > 0) return { required: [], excluded: branchesOf(nodeOf(clause)) };
  if (clause.excluded.length > 0) return clauseOf(orNode(clause.excluded));
  return clause;
}

/** The clause as one node; it must have something to find. */
export function nodeOf({ required, excluded }: Clause): QueryNode {
  const [only, ...others] = required;
  if (only !== undefined && others.length === 0 && excluded.length === 0) return only;
  return { kind: "and", required, excluded };
}

function clauseOf(node: QueryNode): Clause {
  return node.kind === "and" ? node : { required: [node], excluded: [] };
}

function orNode(nodes: readonly QueryNode[]): QueryNode {
  const branches = distinct(nodes.flatMap(branchesOf));
  const [only, ...others] = branches;
  return only !== undefined && others.length === 0 ? only : { kind: "or", branches };
}

function branchesOf(node: QueryNode): readonly QueryNode[] {
  return node.kind === "or" ? node.branches : [node];
}

function distinct(nodes: readonly QueryNode[]): QueryNode[] {
  return [...new Map(nodes.map((node) => [JSON.stringify(node), node])).values()];
}
