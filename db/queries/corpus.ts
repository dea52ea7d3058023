import { type Coverage, NO_COVERAGE } from "../../bofip/sources/coverage.ts";
import type { Publisher } from "../../bofip/sources/publisher.ts";
import type { Database } from "../postgres/database.ts";
import type { Statements } from "../postgres/statements.ts";
import type { LawState } from "../schema/ingestion.ts";
import { isVersion } from "./texts/edition-columns.ts";

/** The source that the store was filled from, or null before the first ingestion. */
export async function readSource({ $client: sql }: Database): Promise<string | null> {
  const [row] = await sql<{ source: string | null }[]>`select source from corpus`;
  return row?.source ?? null;
}

export async function rememberSource({ $client: sql }: Database, source: string): Promise<void> {
  await sql`update corpus set source = ${source}`;
}

/** The publisher of the store's content; null while it is empty. */
export async function readPublisher({ $client: sql }: Database): Promise<Publisher | null> {
  const [row] = await sql<{ publisher: Publisher | null }[]>`
    select publisher from corpus where exists (select from editions) or exists (select from actualites)`;
  return row?.publisher ?? null;
}

export async function rememberPublisher({ $client: sql }: Database, publisher: Publisher): Promise<void> {
  await sql`update corpus set publisher = ${publisher}`;
}

/** What the identifiers of the feeds are made of: see the columns of the same names. */
interface FeedNames {
  readonly publisher: Publisher | null;
  readonly feedUntil: number;
  readonly feedHost: string | null;
}

export async function readFeedNames({ $client: sql }: Database): Promise<FeedNames> {
  const [row] = await sql<FeedNames[]>`
    select publisher, feed_until as "feedUntil", feed_host as "feedHost" from corpus`;
  return row ?? { publisher: null, feedUntil: 0, feedHost: null };
}

/** Keeps the host under which earlier releases gave the identifiers of the feeds, when they gave any: the first told. */
export async function keepFeedHost({ $client: sql }: Database, host: string): Promise<void> {
  await sql`update corpus set feed_host = ${host} where feed_host is null and feed_until > 0`;
}

/** Grows with every change visible to readers: anything cached under a lower number is stale. */
export async function readRevision({ $client: sql }: Database): Promise<number> {
  const [row] = await sql<{ revision: number }[]>`select revision from corpus`;
  return row?.revision ?? 0;
}

/** Raises the revision, in the transaction that makes the change. */
export function raiseRevision(statements: Statements): Promise<unknown> {
  return statements`update corpus set revision = revision + 1`;
}

/** Raises the revision for a change made outside the relational store (a derived index). */
export async function announceChange({ $client: sql }: Database): Promise<void> {
  await raiseRevision(sql);
}

/** Records that every stored text now comes from this version of the parser. */
export async function announceDerivation({ $client: sql }: Database, version: number): Promise<void> {
  await sql`
    update corpus set derivation = ${version}, revision = revision + 1 where derivation <> ${version}`;
}

/** Version of the embedder whose vectors questions are compared with, or null before the first ones. */
export async function readActiveEmbedder({ $client: sql }: Database): Promise<string | null> {
  const [row] = await sql<{ embedder: string | null }[]>`select embedder from corpus`;
  return row?.embedder ?? null;
}

/** The state of the corpus behind an answer. */
export interface CorpusState {
  /** See `readRevision`. */
  readonly revision: number;
  readonly coverage: Coverage;
  /** When the official addresses last answered; null when they never did. */
  readonly surveyedAt: Date | null;
  /** The law held; null for none. */
  readonly law: LawState | null;
}

/** What every response states about the corpus; its coverage and its law never change without the revision. */
export async function readCorpusState({ $client: sql }: Database): Promise<CorpusState> {
  const [row] = await sql<(Omit<CorpusState, "coverage"> & { readonly coverage: Coverage | null })[]>`
    select revision, coverage, surveyed_at as "surveyedAt", law from corpus`;
  const { revision = 0, coverage = null, surveyedAt = null, law = null } = row ?? {};
  return { revision, coverage: coverage ?? NO_COVERAGE, surveyedAt, law };
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
export async function readPublished({ $client: sql }: Database): Promise<PublishedDocument[]> {
  return await sql<PublishedDocument[]>`
    select boi_id, date_publication from documents where statut = 'en_vigueur' order by boi_id`;
}

/** Number of documents in force of each series that has any, by code. */
export async function countDocumentsBySeries({ $client: sql }: Database): Promise<Map<string, number>> {
  const rows = await sql<{ code: string; total: number }[]>`
    select domaine as code, count(*) as total from documents where statut = 'en_vigueur' group by domaine`;
  return new Map(rows.map(({ code, total }) => [code, total]));
}

/** Number of versions of all documents, as their histories list them. */
export async function countVersions({ $client: sql }: Database): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total from editions e join documents d on d.boi_id = e.boi_id where ${isVersion(sql)}`;
  return row?.total ?? 0;
}

export async function countActualites({ $client: sql }: Database): Promise<number> {
  const [row] = await sql<{ total: number }[]>`select count(*) as total from actualites`;
  return row?.total ?? 0;
}

/** When the last ingestion that succeeded ended; null before the first one. */
export async function readLastImport({ $client: sql }: Database): Promise<Date | null> {
  const [row] = await sql<{ endedAt: Date | null }[]>`
    select max(ended_at) as "endedAt" from runs where status = 'succeeded'`;
  return row?.endedAt ?? null;
}
