import { type Reference, readReference } from "../../../bofip/citations/reference.ts";
import type { QueryNode } from "./ast.ts";
import { isOfSeveralWords, type QueryCitation, readQueryCitations } from "./citations/citation.ts";
import { type Lexeme, lex, positionOf } from "./lexer.ts";
import { type Terms, termsOf } from "./stretches.ts";
import { QuerySyntaxError } from "./syntax-error.ts";

export { QuerySyntaxError } from "./syntax-error.ts";

/** A query that follows the search syntax. */
export interface ParsedQuery {
  /** Flattened, without duplicates, and with something to find in every `or` branch. */
  readonly node: QueryNode;
  /** As written, in NFC. */
  readonly text: string;
  readonly terms: Terms;
  /** The document it names, when it contains nothing else. */
  readonly reference: Reference | null;
  /** Those among its words, which rank and mark first side by side. */
  readonly citations: readonly QueryCitation[];
  /** The stems of each that has several words of the query. */
  readonly adjacent: readonly (readonly string[])[];
}

/** docs/search.md: length after trimming, in code points. */
export const MAX_CHARACTERS = 512;
/** Engines limit the nesting of an expression (Meilisearch fails near 50). */
const MAX_DEPTH = 20;

/**
 * Parses the `q` of /v1/search (docs/search.md). An identifier finds the phrase of its parts, and the document of that
 * name; what follows (« § 50 », a date) only locates a place in it.
 * @throws {QuerySyntaxError}
 */
export function parseQuery(q: string): ParsedQuery {
  const text = q.normalize("NFC");
  if ([...text.trim()].length > MAX_CHARACTERS) {
    throw new QuerySyntaxError(MAX_CHARACTERS + 1, `${MAX_CHARACTERS} caractères au plus sont attendus.`);
  }
  const reference = readReference(text);
  const query = reference?.identifiant ?? text;
  const lexemes = lex(query);
  const clause = new Parser(query, lexemes).query();
  const citations = reference === null ? readQueryCitations(text, lexemes) : [];
  const terms = termsOf(lexemes);
  const adjacent = citations.filter((one) => isOfSeveralWords(one, terms)).map(({ stems }) => stems);
  const common = { text, terms, reference, citations, adjacent };
  if (reference === null) return { ...common, node: nodeOf(clause) };
  const named: Clause = { required: [{ kind: "identifier", boiId: reference.boiId }], excluded: [] };
  return { ...common, node: nodeOf(anyOf([clause, named])) };
}

/** Recursive descent: `or = and (OR and)*`, `and = not (AND? not)*`, `not = NOT* (operand | "(" or ")")`. */
class Parser {
  readonly #query: string;
  readonly #lexemes: readonly Lexeme[];
  #next = 0;
  #depth = 0;

  constructor(query: string, lexemes: readonly Lexeme[]) {
    this.#query = query;
    this.#lexemes = lexemes;
  }

  query(): Clause {
    const start = this.#lexemes[0];
    if (start === undefined) throw this.#refusal(undefined, "au moins un mot à chercher est attendu.");
    const clause = this.#or();
    const rest = this.#lexemes[this.#next];
    if (rest !== undefined) throw this.#refusal(rest, "parenthèse fermée sans avoir été ouverte.");
    if (clause.required.length > 0) return clause;
    const expectation =
      clause.excluded.length > 0
        ? "au moins un mot à chercher est attendu, en plus des mots exclus."
        : "au moins un mot à chercher est attendu (les mots vides comme « le » ou « de » ne comptent pas).";
    throw this.#refusal(start, expectation);
  }

  #or(): Clause {
    const start = this.#lexemes[this.#next];
    const branches = [this.#and()];
    const starts = [start];
    while (this.#take("or") !== undefined) {
      starts.push(this.#lexemes[this.#next]);
      branches.push(this.#and());
    }
    if (branches.length === 1) return allOf(branches);
    const empty = branches.findIndex((branch) => branch.required.length === 0);
    if (empty >= 0) throw this.#refusal(starts[empty], "chaque branche d'un OU attend un mot à chercher.");
    return anyOf(branches);
  }

  #and(): Clause {
    const clauses = [this.#not()];
    while (this.#take("and") !== undefined || this.#startsOperand(this.#next)) clauses.push(this.#not());
    return allOf(clauses);
  }

  #not(): Clause {
    let negations = 0;
    while (this.#take("not") !== undefined) negations += 1;
    if (negations > 0) this.#skipStopWords();
    const clause = this.#operand();
    return negations % 2 === 0 ? clause : noneOf(clause);
  }

  /** In `crédit SAUF les loyers`, the exclusion applies to « loyers ». */
  #skipStopWords(): void {
    while (isStopWords(this.#lexemes[this.#next]) && isSimple(this.#lexemes[this.#next + 1])) this.#next += 1;
  }

  #operand(): Clause {
    const open = this.#take("open");
    if (open !== undefined) return this.#group(open);
    const lexeme = this.#lexemes[this.#next];
    if (lexeme?.kind !== "operand") throw this.#missingOperand(lexeme);
    this.#next += 1;
    return allOf([{ required: lexeme.leaves, excluded: [] }]);
  }

  #group(open: Lexeme): Clause {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) {
      throw this.#refusal(open, `${MAX_DEPTH} parenthèses imbriquées au plus sont attendues.`);
    }
    const clause = this.#or();
    if (this.#take("close") === undefined) {
      throw this.#refusal(open, "parenthèse ouverte sans être fermée ; « ) » est attendu.");
    }
    this.#depth -= 1;
    return clause;
  }

  #missingOperand(found: Lexeme | undefined): QuerySyntaxError {
    const before = this.#lexemes[this.#next - 1];
    if (found?.kind === "close" && this.#depth === 0) {
      return this.#refusal(found, "parenthèse fermée sans avoir été ouverte.");
    }
    if (before === undefined) return this.#refusal(found, `un mot est attendu avant « ${found?.text} ».`);
    return this.#refusal(found, `un mot est attendu après « ${before.text} ».`);
  }

  #startsOperand(index: number): boolean {
    const kind = this.#lexemes[index]?.kind;
    return kind === "operand" || kind === "open" || kind === "not";
  }

  #take(kind: Lexeme["kind"]): Lexeme | undefined {
    const lexeme = this.#lexemes[this.#next];
    if (lexeme?.kind !== kind) return undefined;
    this.#next += 1;
    return lexeme;
  }

  /** Without a lexeme, the error is at the end of the query. */
  #refusal(lexeme: Lexeme | undefined, expectation: string): QuerySyntaxError {
    return new QuerySyntaxError(positionOf(this.#query, lexeme?.at ?? this.#query.length), expectation);
  }
}

function isStopWords(lexeme: Lexeme | undefined): boolean {
  return lexeme?.kind === "operand" && lexeme.leaves.length === 0;
}

function isSimple(lexeme: Lexeme | undefined): boolean {
  return lexeme?.kind === "operand" || lexeme?.kind === "open";
}

/**
 * A part of a query: documents that match every `required` node and no `excluded` one. Both are empty for a part
 * without content (stop words). A clause may have only exclusions until it joins another: `a (NOT b)` is `a NOT b`.
 */
interface Clause {
  readonly required: readonly QueryNode[];
  readonly excluded: readonly QueryNode[];
}

function allOf(clauses: readonly Clause[]): Clause {
  return {
    required: distinct(clauses.flatMap((clause) => clause.required)),
    excluded: distinct(clauses.flatMap((clause) => clause.excluded)),
  };
}

/** Disjunction of clauses, each of which must have something to find. */
function anyOf(clauses: readonly Clause[]): Clause {
  return clauseOf(orNode(clauses.map(nodeOf)));
}

/** Exclusions alone become what they excluded (De Morgan), so that `NOT (NOT a)` is `a`. */
function noneOf(clause: Clause): Clause {
  if (clause.required.length > 0) return { required: [], excluded: branchesOf(nodeOf(clause)) };
  if (clause.excluded.length > 0) return clauseOf(orNode(clause.excluded));
  return clause;
}

/** The clause as one node; it must have something to find. */
function nodeOf({ required, excluded }: Clause): QueryNode {
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
