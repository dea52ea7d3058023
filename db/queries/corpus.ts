import { eq, ne, sql } from "drizzle-orm";
import { type Coverage, NO_COVERAGE } from "../../bofip/sources/coverage.ts";
import type { Publisher } from "../../bofip/sources/publisher.ts";
import type { Database } from "../postgres/database.ts";
import type { Statements } from "../postgres/statements.ts";
import { actualites } from "../schema/actualites.ts";
import { documents, editions } from "../schema/documents.ts";
import { corpus } from "../schema/ingestion.ts";

/** The source that the store was filled from, or null before the first ingestion. */
export async function readSource(database: Database): Promise<string | null> {
  const [row] = await database.select({ source: corpus.source }).from(corpus);
  return row?.source ?? null;
}

export async function rememberSource(database: Database, source: string): Promise<void> {
  await database.update(corpus).set({ source });
}

/** The publisher of the store's content; null while it is empty. */
export async function readPublisher(database: Database): Promise<Publisher | null> {
  const [row] = await database
    .select({ publisher: corpus.publisher })
    .from(corpus)
    .where(sql`exists (select from ${editions}) or exists (select from ${actualites})`);
  return row?.publisher ?? null;
}

export async function rememberPublisher(database: Database, publisher: Publisher): Promise<void> {
  await database.update(corpus).set({ publisher });
}

/** What the identifiers of the feeds are made of: see the columns of the same names. */
interface FeedNames {
  readonly publisher: Publisher | null;
  readonly feedUntil: number;
  readonly feedHost: string | null;
}

export async function readFeedNames(database: Database): Promise<FeedNames> {
  const { publisher, feedUntil, feedHost } = corpus;
  const [row] = await database.select({ publisher, feedUntil, feedHost }).from(corpus);
  return row ?? { publisher: null, feedUntil: 0, feedHost: null };
}

/** Keeps the host under which earlier releases gave the identifiers of the feeds, when they gave any: the first told. */
export async function keepFeedHost({ $client: sql }: Database, host: string): Promise<void> {
  await sql`update corpus set feed_host = ${host} where feed_host is null and feed_until > 0`;
}

/** Grows with every change visible to readers: anything cached under a lower number is stale. */
export async function readRevision(database: Database): Promise<number> {
  const [row] = await database.select({ revision: corpus.revision }).from(corpus);
  return row?.revision ?? 0;
}

/** Raises the revision, in the transaction that makes the change. */
export function raiseRevision(statements: Statements): Promise<unknown> {
  return statements`update corpus set revision = revision + 1`;
}

/** Raises the revision for a change made outside the relational store (a derived index). */
export async function announceChange(database: Database): Promise<void> {
  await database.update(corpus).set({ revision: sql`${corpus.revision} + 1` });
}

/** Records that every stored text now comes from this version of the parser. */
export async function announceDerivation(database: Database, version: number): Promise<void> {
  await database
    .update(corpus)
    .set({ derivation: version, revision: sql`${corpus.revision} + 1` })
    .where(ne(corpus.derivation, version));
}

/** Version of the embedder whose vectors questions are compared with, or null before the first ones. */
export async function readActiveEmbedder(database: Database): Promise<string | null> {
  const [row] = await database.select({ embedder: corpus.embedder }).from(corpus);
  return row?.embedder ?? null;
}

/** The state of the corpus behind an answer. */
export interface CorpusState {
  /** See `readRevision`. */
  readonly revision: number;
  readonly coverage: Coverage;
  /** When the official addresses last answered; null when they never did. */
  readonly surveyedAt: Date | null;
}

/** What every response states about the corpus; its coverage never changes without the revision. */
export async function readCorpusState(database: Database): Promise<CorpusState> {
  const { revision, coverage, surveyedAt } = corpus;
  const [row] = await database.select({ revision, coverage, surveyedAt }).from(corpus);
  return {
    revision: row?.revision ?? 0,
    coverage: row?.coverage ?? NO_COVERAGE,
    surveyedAt: row?.surveyedAt ?? null,
  };
}

/** Up to which day the sources reach, as the last run that applied some recorded it. */
export async function readCoverage(database: Database): Promise<Coverage> {
  return (await readCorpusState(database)).coverage;
}

/** A document in force and the start of validity of its current edition. */
interface PublishedDocument {
  readonly boi_id: string;
  readonly date_publication: string;
}

/** Every document in force, by identifier. */
export async function readPublished(database: Database): Promise<PublishedDocument[]> {
  return await database
    .select({ boi_id: documents.boiId, date_publication: documents.datePublication })
    .from(documents)
    .where(eq(documents.statut, "en_vigueur"))
    .orderBy(documents.boiId);
}
