import type { TextSet } from "../../engine/dated-texts.ts";
import { addDigests, type StoreDigest, toDigest } from "../../engine/digest.ts";
import type { Database } from "../../postgres/database.ts";
import { type Piece, pages, type Statements } from "../../postgres/statements.ts";
import { passageTexts } from "../../queries/texts/dated-texts.ts";
import { indexedTexts, postableTexts } from "./owed-documents.ts";

const PAGE_DOCUMENTS = 200;

/**
 * What the full-text index must contain, computed from the relational store alone: every text to index, each with the
 * hash of its indexed content and of its days. Equals the `digest` of an index in step.
 * @param analyzerVersion of the words stored by the index.
 */
export function digestDocuments(database: Database, analyzerVersion: number): Promise<StoreDigest> {
  return digestTexts(database, (sql) => indexedTexts(sql, analyzerVersion));
}

/**
 * What the vector store must contain, computed from the relational store alone: the passages of the documents in force,
 * and those of past texts, except those where this version of the embedder found nothing to embed. Equals the `digest`
 * of a store in step.
 */
export function digestPassages(database: Database, version: string): Promise<StoreDigest> {
  return digestSets((set) => digestPassagesOf(database, version, set));
}

function digestPassagesOf({ $client: sql }: Database, version: string, set: TextSet): Promise<StoreDigest> {
  const holders =
    set === "present" ? sql`''` : sql`' ' || string_agg(distinct t.entry, ',' order by t.entry)`;
  return sumPages(
    (after) => sql<PageSum[]>`
      select max(d.boi_id) as position, count(entry)::int as count, ${sumOf(sql, sql`entry`)} as sum
      from (select * from documents where boi_id > ${after} order by boi_id limit ${PAGE_DOCUMENTS}) as d
      left join lateral (
        select d.boi_id || ' ' || d.domaine || ' ' || p.text_hash || ${holders} as entry
        from (${passageTexts(sql, set)}) t join passages p on p.edition_id = t.edition_id
        where not exists (
          select from passage_vectors v
          where v.version = ${version} and v.text_hash = p.text_hash and v.components is null)
        group by p.text_hash) as held on true
      having count(*) > 0`,
  );
}

/**
 * What the store of stems must contain, computed from the relational store alone: the texts that have passages, those of
 * the documents in force and the others. Equals `digestPosted` of a store in step.
 */
export function digestPostable(database: Database): Promise<StoreDigest> {
  return digestSets((set) => digestTexts(database, (sql) => postableTexts(sql, set)));
}

async function digestSets(digest: (set: TextSet) => Promise<StoreDigest>): Promise<StoreDigest> {
  return addDigests(await digest("present"), await digest("past"));
}

/** @param texts SQL of those of a document `d`: `entry`, `hash`. */
function digestTexts({ $client: sql }: Database, texts: (sql: Statements) => Piece): Promise<StoreDigest> {
  return sumPages(
    (after) => sql<PageSum[]>`
      select max(d.boi_id) as position, count(t.entry)::int as count, ${sumOf(sql, sql`t.entry || ' ' || t.hash`)} as sum
      from (select * from documents where boi_id > ${after} order by boi_id limit ${PAGE_DOCUMENTS}) d
      left join lateral (${texts(sql)}) t on true
      having count(*) > 0`,
  );
}

/** The entries of the documents from one position to another. */
interface PageSum {
  /** The last document. */
  readonly position: string;
  readonly count: number;
  readonly sum: string;
}

/** SQL of the sum of hashes that `digestOf` computes. */
function sumOf(sql: Statements, entry: Piece) {
  const hash = sql`encode(substr(sha256(convert_to(${entry}, 'UTF8')), 1, 8), 'hex')`;
  return sql`coalesce(sum(('x' || ${hash})::bit(64)::bigint), 0)::text`;
}

async function sumPages(read: (after: string) => Promise<readonly PageSum[]>): Promise<StoreDigest> {
  let total = 0;
  let sum = 0n;
  for await (const page of pages<PageSum, string>("", read)) {
    for (const part of page) {
      total += part.count;
      sum += BigInt(part.sum);
    }
  }
  return toDigest(total, sum);
}
