import type { Database } from "bun:sqlite";
import { IN_FORCE, type SearchedEditions } from "../../../db/engine/dated-texts.ts";
import {
  conditionsOf as conditionsIn,
  type DocumentFilter,
  type FilterTable,
  nodeIdentifier,
} from "../../../db/engine/document-filter.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import type { Facets, FullTextPage, FullTextReader, FullTextRequest } from "../port.ts";
import type { QueryNode } from "../query/ast.ts";
import { LiveFile, type OpenIndex } from "./live-file.ts";
import { type IndexQueries, POSTINGS_QUERIES } from "./queries.ts";
import { SHORT_PREFIX_LENGTHS } from "./schema.ts";
import { suggestTitles } from "./suggest.ts";

/**
 * FTS5 MATCH expression over the columns of `texts`, for the query and the domain. A phrase matches within one
 * column, never across (sqlite.org/fts5.html, "Full-text Query Syntax").
 */
export function matchExpression(query: QueryNode, domaine: string | null): string {
  const expression = expressionOf(query);
  return domaine === null ? expression : `(${expression}) AND domaine : ${quoted(domaine.toLowerCase())}`;
}

/** Documents that the query names, ranked first when they match. */
function identifiersOf(query: QueryNode): string[] {
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

/** Conditions on `documents`, with the values of their parameters. */
interface Conditions {
  /** Joined by AND; empty when all documents match. */
  readonly sql: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Null for what `matchExpression` handles. */
const CONDITIONS: FilterTable<Conditions | null> = {
  // The domain is a column of `texts`: FTS5 ranks its documents alone. A column missing from the file refuses the search.
  value: (name, value) =>
    name === "domaine" ? null : { sql: `${name} = $${name}`, parameters: { [name]: value } },
  // « . » is the character after « - ».
  chemin: (path) => ({
    sql: "(boi_id = $node OR (boi_id > $node || '-' AND boi_id < $node || '.'))",
    parameters: { node: nodeIdentifier(path) },
  }),
  articles: (keys) => ({
    sql: "id IN (SELECT document FROM articles JOIN json_each($articles) ON cle = value)",
    parameters: { articles: JSON.stringify(keys) },
  }),
  // Columns that no such file has.
  decision: (decision) => ({ sql: "decision = $decision", parameters: { decision } }),
  norme: (norme) => ({ sql: "norme = $norme", parameters: { norme } }),
  reponse: (reponse) => ({ sql: "reponse = $reponse", parameters: { reponse } }),
};

/** Conditions of a filter, except its domain. */
function conditionsOf(filter: DocumentFilter): Conditions {
  const conditions = conditionsIn(CONDITIONS, filter).filter((condition) => condition !== null);
  return {
    sql: conditions.map(({ sql }) => sql).join(" AND "),
    parameters: Object.assign({}, ...conditions.map(({ parameters }) => parameters)),
  };
}

/**
 * Reader of the full-text index at `path` (SQLite). The file may be written meanwhile, replaced, or missing: methods
 * then reject with EngineUnavailable until it exists, and with StoreDamaged where it does not contain what was
 * written.
 */
export function openSqliteReader(path: string): FullTextReader {
  const file = new LiveFile(path);
  const read = <Result>(ask: (queries: IndexQueries, open: OpenIndex) => Result): Promise<Result> =>
    Promise.try(() => file.read((open) => ask(open.isFormer ? FORMER_QUERIES : POSTINGS_QUERIES, open)));
  return {
    search: (request) => read((queries, open) => queries.search(open, request)),
    count: (query, filter, editions) => read((queries, open) => queries.count(open, query, filter, editions)),
    facets: (query, filter, editions) =>
      read((queries, open) => queries.facets(open, query, filter, editions)),
    wordsBeginning: (letters) => read((queries, { database }) => queries.wordsBeginning(database, letters)),
    suggest: (text, limit) => read((queries, { database }) => queries.suggest(database, text, limit)),
    ping: () => read((_, { database }) => void database.query("SELECT id FROM documents LIMIT 1").get()),
    close: async () => file.close(),
  };
}

/**
 * Weights of `bm25()` for the columns of `texts`, in order: a word of the title counts as ten of the text; the domain
 * filter counts for nothing.
 */
const COLUMN_WEIGHTS = "10, 1, 1, 1, 1, 0";

/** Above any bm25 of FTS5 (a few tens): ranks the document that a query names before all others. */
const NAMED_DOCUMENT_SCORE = 1_000;

/**
 * One statement for the count and the page: the cost is bm25 over the matches, and the count comes with it. Only
 * documents at least as relevant as the last one of the page, and those that the query names, can be on it: the
 * others are not looked up. The left join returns the total even when the page is beyond the last match.
 */
const searchStatement = (kept: Conditions) => `
  WITH matches AS MATERIALIZED (
    SELECT rowid AS id, -bm25(texts, ${COLUMN_WEIGHTS}) AS relevance FROM texts ${whereFound(kept)}
  ), named AS MATERIALIZED (
    SELECT id FROM documents WHERE boi_id IN (SELECT value FROM json_each($identifiers))
  ), last AS MATERIALIZED (
    SELECT relevance FROM matches ORDER BY relevance DESC LIMIT 1 OFFSET $offset + $limit - 1
  ), page AS (
    SELECT boi_id AS boiId, relevance + $bonus * (id IN (SELECT id FROM named)) AS score
    FROM matches JOIN documents USING (id)
    WHERE relevance >= coalesce((SELECT relevance FROM last), relevance) OR id IN (SELECT id FROM named)
    ORDER BY score DESC, boi_id
    LIMIT $limit OFFSET $offset
  )
  SELECT total, boiId, score FROM (SELECT count(*) AS total FROM matches) LEFT JOIN page
  ORDER BY score DESC, boiId`;

const countStatement = (kept: Conditions) => `SELECT count(*) AS total FROM texts ${whereFound(kept)}`;

const facetsStatement = (kept: Conditions) => `
  WITH matches AS MATERIALIZED (SELECT rowid AS id FROM texts ${whereFound(kept)})
  SELECT domaine, type, matiere, count(*) AS count FROM matches JOIN documents USING (id)
  GROUP BY domaine, type, matiere`;

/** `+` prevents SQLite from querying FTS5 document by document. */
function whereFound({ sql }: Conditions): string {
  const kept = sql === "" ? "" : `AND +rowid IN (SELECT id FROM documents WHERE ${sql})`;
  return `WHERE texts MATCH $expression ${kept}`;
}

interface SearchRow {
  readonly total: number;
  /** Null, like the score, in the only row of an empty page. */
  readonly boiId: string | null;
  readonly score: number | null;
}

interface FacetRow {
  readonly domaine: string;
  readonly type: string;
  readonly matiere: string | null;
  readonly count: number;
}

type Parameters = Record<string, string | number>;

/** For the index of releases up to 1.4.0, until ingestion has filled a new one: FTS5 finds and ranks. */
const FORMER_QUERIES: IndexQueries = {
  search,
  count,
  facets,
  wordsBeginning,
  suggest: suggestTitles,
};

function search(open: OpenIndex, { query, filter, editions, limit, offset }: FullTextRequest): FullTextPage {
  const database = ofTextsInForce(open, editions);
  const kept = conditionsOf(filter);
  const rows = database.query<SearchRow, Parameters>(searchStatement(kept)).all({
    ...found(query, filter, kept),
    identifiers: JSON.stringify(identifiersOf(query)),
    bonus: NAMED_DOCUMENT_SCORE,
    limit,
    offset,
  });
  const hits = rows.flatMap(({ boiId, score }) =>
    boiId === null || score === null ? [] : [{ boiId, score }],
  );
  return { total: rows[0]?.total ?? 0, hits };
}

function count(
  open: OpenIndex,
  query: QueryNode,
  filter: DocumentFilter,
  editions?: SearchedEditions,
): number {
  const database = ofTextsInForce(open, editions);
  const kept = conditionsOf(filter);
  const statement = database.query<{ total: number }, Parameters>(countStatement(kept));
  return statement.get(found(query, filter, kept))?.total ?? 0;
}

function facets(
  open: OpenIndex,
  query: QueryNode,
  filter: DocumentFilter,
  editions?: SearchedEditions,
): Facets {
  const database = ofTextsInForce(open, editions);
  const kept = conditionsOf(filter);
  const rows = database.query<FacetRow, Parameters>(facetsStatement(kept)).all(found(query, filter, kept));
  const counts = { domaine: new Map(), type: new Map(), matiere: new Map() } as const;
  for (const { count: documents, ...values } of rows) {
    add(counts.domaine, values.domaine, documents);
    add(counts.type, values.type, documents);
    if (values.matiere !== null) add(counts.matiere, values.matiere, documents);
  }
  return counts;
}

/** @throws {EngineUnavailable} for a search of past texts, which these indexes do not have. */
function ofTextsInForce({ database }: OpenIndex, { kind }: SearchedEditions = IN_FORCE): Database {
  if (kind === "in force") return database;
  throw new EngineUnavailable("sqlite", "L'index plein texte n'a pas encore les textes passés.");
}

function add(counts: Map<string, number>, value: string, documents: number): void {
  counts.set(value, (counts.get(value) ?? 0) + documents);
}

/** The parameters of `whereFound`. */
function found(query: QueryNode, { domaine }: DocumentFilter, { parameters }: Conditions): Parameters {
  return { expression: matchExpression(query, domaine), ...parameters };
}

/**
 * The terms of `texts`, by column: a table of this connection only, which stores nothing (sqlite.org/fts5.html, "The
 * fts5vocab Virtual Table Module").
 */
const TABLE = "CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab (main, texts, col)";
const WORDS = "SELECT term, doc FROM temp.vocabulary WHERE term >= $first AND term < $last AND col = 'mots'";
/** Sorts after every letter of a folded word. */
const LAST = "\u{10ffff}";

/** Words of the documents that start with the given letters, each with its number of documents. */
function wordsBeginning(database: Database, letters: string): Map<string, number> {
  database.run(TABLE);
  const rows = database
    .query<{ term: string; doc: number }, { first: string; last: string }>(WORDS)
    .all({ first: letters, last: letters + LAST });
  return new Map(rows.map(({ term, doc }) => [term, doc]));
}
