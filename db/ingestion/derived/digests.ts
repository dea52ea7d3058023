import { type StoreDigest, toDigest } from "../../engine/digest.ts";
import type { Database } from "../../postgres/database.ts";
import { pages, type Statements } from "../../postgres/statements.ts";
import { indexedHash } from "./indexing.ts";
import { hasPassages, postedHash } from "./postable.ts";

const PAGE_DOCUMENTS = 200;

/**
 * What the full-text index must contain, computed from the relational store alone: the documents in force, each with
 * the hash of its indexed content. Equals the `digest` of an index in step.
 * @param analyzerVersion of the words stored by the index.
 */
export function digestDocuments(database: Database, analyzerVersion: number): Promise<StoreDigest> {
  const sql = database.$client;
  return sumPages(
    (after) => sql<PageSum[]>`
      select max(boi_id) as position, count(*)::int as count, ${sumOf(sql, sql`boi_id || ' ' || hash`)} as sum
      from (
        select d.boi_id, ${indexedHash(sql, analyzerVersion)} as hash
        from documents d join editions e on e.id = d.edition_id
        where d.statut = 'en_vigueur' and d.boi_id > ${after} order by d.boi_id limit ${PAGE_DOCUMENTS}) as documents
      having count(*) > 0`,
  );
}

/**
 * What the vector store must contain, computed from the relational store alone: the passages of the documents in force,
 * except those where this version of the embedder found nothing to embed. Equals the `digest` of a store in step.
 */
export function digestPassages(database: Database, version: string): Promise<StoreDigest> {
  const sql = database.$client;
  return sumPages(
    (after) => sql<PageSum[]>`
      select max(d.boi_id) as position, count(entry)::int as count, ${sumOf(sql, sql`entry`)} as sum
      from (
        select boi_id, domaine, edition_id from documents
        where statut = 'en_vigueur' and boi_id > ${after} order by boi_id limit ${PAGE_DOCUMENTS}) as d
      left join lateral (
        select distinct d.boi_id || ' ' || d.domaine || ' ' || text_hash as entry
        from passages p
        where p.edition_id = d.edition_id and not exists (
          select from passage_vectors v
          where v.version = ${version} and v.text_hash = p.text_hash and v.components is null)) as held on true
      having count(*) > 0`,
  );
}

/**
 * What the store of stems must contain, computed from the relational store alone: the documents in force that have
 * passages. Equals `digestPosted` of a store in step.
 */
export function digestPostable(database: Database): Promise<StoreDigest> {
  const sql = database.$client;
  return sumPages(
    (after) => sql<PageSum[]>`
      select max(boi_id) as position, count(*)::int as count, ${sumOf(sql, sql`boi_id || ' ' || hash`)} as sum
      from (
        select d.boi_id, ${postedHash(sql)} as hash
        from documents d
        where d.statut = 'en_vigueur' and d.boi_id > ${after} and ${hasPassages(sql)}
        order by d.boi_id limit ${PAGE_DOCUMENTS}) as documents
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

/** The same sum of hashes as `digestOf`. */
function sumOf(sql: Statements, entry: ReturnType<Statements>) {
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
