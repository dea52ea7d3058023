import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from "drizzle-orm/pg-core";
import type { Coverage } from "../../bofip/sources/coverage.ts";
import type { AllowedSources } from "../../config/allowed-sources.ts";
import type { StoreDigest } from "../engine/digest.ts";
import { bytes, identifier } from "./columns.ts";

/** `interrupted`: stopped before its end, by a signal or with its process; the next run goes on from there. */
export type RunStatus = "queued" | "running" | "succeeded" | "failed" | "interrupted";

export type RunStage =
  | "rederive"
  | "download"
  | "read"
  | "diff"
  | "store"
  | "plan"
  | "fulltext"
  | "postings"
  | "vectors"
  | "proof";

/** What a run read and wrote; absent counts are zero. */
export interface RunCounts {
  readonly records: number;
  readonly documents: number;
  readonly actualites: number;
  readonly unchanged: number;
  readonly created: number;
  readonly modified: number;
  readonly rederived: number;
  readonly retired: number;
  readonly rejected: number;
  readonly indexed: number;
  readonly unindexed: number;
  /** Documents whose stems are still to be kept, or kept in excess. */
  readonly unposted: number;
  /** Passages embedded, those already known left out. */
  readonly embedded: number;
  /** Passages that the vector index still lacks, or still holds in excess. */
  readonly unembedded: number;
}

/** A record that was set aside, or a fault of a stage. */
export interface RunError {
  /** Line of the source, from 1, or null when the fault is not a record's. */
  readonly line: number | null;
  readonly identifiant: string | null;
  readonly message: string;
}

/** How far a stage is, in the unit of the stage (records, documents). */
export interface StageProgress {
  readonly done: number;
  readonly total: number;
}

/** What a stage did to its store, in its own unit: documents, or passages in the vector store. */
export interface StageCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  readonly rejected: number;
}

/** A stage that ended or was left; one that ran for several files of a source tells them all together. */
export interface StageReport extends StageCounts {
  readonly stage: RunStage;
  readonly durationMs: number;
}

/** What a derived store holds, against what the relational store says that it must hold. */
export interface StoreProof {
  readonly agrees: boolean;
  readonly expected: StoreDigest;
  /** Null when the store could not be read. */
  readonly held: StoreDigest | null;
}

/** The end of a run: whether the stores agree. */
export interface RunProof {
  /** Of documents in force. */
  readonly fulltext: StoreProof;
  /** Of those that have passages; absent from the runs of releases before this store. */
  readonly postings?: StoreProof;
  /** Of their passages. */
  readonly vectors: StoreProof;
}

/** One row an ingestion run, whatever its end. */
export const runs = pgTable(
  "runs",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    requestedAt: timestamp("requested_at", { withTimezone: true }).notNull().defaultNow(),
    /** The instant of `INGEST_CRON` that it is for, so that several workers ask for one run; null when it was asked for. */
    scheduledFor: timestamp("scheduled_for", { withTimezone: true }).unique(),
    startedAt: timestamp("started_at", { withTimezone: true }),
    endedAt: timestamp("ended_at", { withTimezone: true }),
    status: text().$type<RunStatus>().notNull(),
    /** Where a running run stands; null before and after. */
    stage: text().$type<RunStage>(),
    /** Null while the stage's extent is unknown. */
    progress: jsonb().$type<StageProgress>(),
    source: text().notNull(),
    asOf: date("as_of"),
    forced: boolean().notNull(),
    /** Null: whatever its source leads to, since the operator of the machine or the schedule asked for it. */
    allowedSources: jsonb("allowed_sources").$type<AllowedSources>(),
    counts: jsonb().$type<RunCounts>().notNull(),
    /** In the order in which they began. */
    stages: jsonb().$type<readonly StageReport[]>().notNull().default([]),
    /** Null until the run has come to it. */
    proof: jsonb().$type<RunProof>(),
    errors: jsonb().$type<readonly RunError[]>().notNull(),
    message: text(),
  },
  (table) => [index("runs_status").on(table.status, table.endedAt)],
);

/**
 * The fact « the corpus in force was exactly this »: one row a whole export, ordered by as-of date, then by
 * the instant the source gives itself (file time, Last-Modified).
 */
export const exports = pgTable(
  "exports",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    asOf: date("as_of").notNull(),
    issuedAt: timestamp("issued_at", { withTimezone: true }).notNull(),
    /** The last day that it speaks of (`dayOfExport`); null when a release that did not know wrote it: `asOf`. */
    until: date(),
    membersHash: text("members_hash")
      .notNull()
      .references(() => exportMembers.hash),
  },
  (table) => [unique("exports_order").on(table.asOf, table.issuedAt)],
);

/** Sorted keys of the records of an export, zstd-compressed; shared by the exports that hold the same ones. */
export const exportMembers = pgTable("export_members", {
  hash: text().primaryKey(),
  members: bytes().notNull(),
});

/**
 * As-of date of the first export of each unbroken run of exports that do not hold a known document; derived
 * from `exports` and `editions`. A run that ends with the return of the same edition leaves no row.
 */
export const absences = pgTable(
  "absences",
  { boiId: identifier("boi_id").notNull(), since: date().notNull() },
  (table) => [primaryKey({ columns: [table.boiId, table.since] })],
);

/** Archives whose documents are all in the store: they are not read again. */
export const appliedArchives = pgTable("applied_archives", {
  /** The source's own name for it, `bofip_flux_live_20260522_20260528.tgz`. */
  name: text().primaryKey(),
  kind: text().$type<"stock" | "flux">().notNull(),
  /** Days covered, both included; a stock covers the day it was made. */
  from: date().notNull(),
  to: date().notNull(),
  /** Of the file, lower-case hexadecimal: an archive issued again under its name is another one. */
  md5: text().notNull(),
  /** Sorted keys of its records, zstd-compressed: what an archive before it must not write over. */
  members: bytes().notNull(),
  /** False when documents of it could not be used: it is looked at again, in case it is issued anew. */
  isWhole: boolean("is_whole").notNull().default(true),
  appliedAt: timestamp("applied_at", { withTimezone: true }).notNull().defaultNow(),
});

/** What manifests say of archives, applied or not: those that are named and missing leave a gap in what is known. */
export const namedArchives = pgTable("named_archives", {
  name: text().primaryKey(),
  kind: text().$type<"stock" | "flux">().notNull(),
  /** Days covered, both included. */
  from: date().notNull(),
  to: date().notNull(),
});

/**
 * What a server said of a file that was ingested whole (RFC 9110, §8.8): asked again with it, the server
 * answers 304 as long as the file is the same.
 */
export const httpValidators = pgTable("http_validators", {
  url: text().primaryKey(),
  etag: text(),
  /** As sent. */
  lastModified: text("last_modified"),
});

/** What derived stores still owe: rows appear when a run could not bring a store in step, or one is found damaged. */
export const storeDebts = pgTable("store_debts", {
  store: text().$type<"fulltext" | "postings" | "vectors">().primaryKey(),
  since: timestamp({ withTimezone: true }).notNull(),
  reason: text().notNull(),
  /** Whether it holds something else than what was written in it: the worker mends that without waiting for a run. */
  isDamaged: boolean("is_damaged").notNull().default(false),
});

/** The corpus as a whole, one row. */
export const corpus = pgTable(
  "corpus",
  {
    id: integer().notNull().default(1),
    source: text(),
    /** Who publishes what it holds (`bofip/sources/publisher.ts`); null before the first file, and in a store of a former release. */
    publisher: text(),
    /** Grows with every change. */
    revision: integer().notNull().default(0),
    /** The greatest number given in the journal. */
    lastSequence: bigint("last_sequence", { mode: "number" }).notNull().default(0),
    /** Version of the parser that derived every text held; a newer one may have derived some of them. */
    derivation: integer().notNull().default(0),
    /** Version of the embedder whose vectors questions are compared with; null before the first ones. */
    embedder: text(),
    /** How far the sources speak, as the last run that applied some left it; null before. */
    coverage: jsonb().$type<Coverage>(),
    /** When the official addresses were last asked with success, be there nothing new; null when they never were. */
    surveyedAt: timestamp("surveyed_at", { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.id] })],
);
