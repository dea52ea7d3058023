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
  /** Documents whose stems are still missing, or in excess. */
  readonly unposted: number;
  /** Passages embedded by this run. */
  readonly embedded: number;
  /** Passages still missing from the vector index, or in excess. */
  readonly unembedded: number;
  /** Documents in force that may be unread notices (`findToJudge`), at the end of the run. */
  readonly toJudge: number;
}

/** A rejected record, or a fault of a stage. */
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

/** A stage that has ended or been left; repeated for several files of a source, it reports their total. */
export interface StageReport extends StageCounts {
  readonly stage: RunStage;
  readonly durationMs: number;
}

/** What a derived store contains, compared with what the relational store expects. */
export interface StoreProof {
  readonly agrees: boolean;
  readonly expected: StoreDigest;
  /** Null when the store could not be read. */
  readonly held: StoreDigest | null;
}

/** The end of a run: whether the stores agree. */
export interface RunProof {
  /** Proves the documents in force. */
  readonly fulltext: StoreProof;
  /** Proves those that have passages; absent from runs of releases without this store. */
  readonly postings?: StoreProof;
  /** Proves their passages. */
  readonly vectors: StoreProof;
}

/** One row per ingestion run, whatever its outcome. */
export const runs = pgTable(
  "runs",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    requestedAt: timestamp("requested_at", { withTimezone: true }).notNull().defaultNow(),
    /** The instant of `INGEST_CRON` that it is for, so that several workers request one run; null for a manual one. */
    scheduledFor: timestamp("scheduled_for", { withTimezone: true }).unique(),
    startedAt: timestamp("started_at", { withTimezone: true }),
    endedAt: timestamp("ended_at", { withTimezone: true }),
    status: text().$type<RunStatus>().notNull(),
    /** Current stage of a running run; null before and after. */
    stage: text().$type<RunStage>(),
    /** Null while the stage's extent is unknown. */
    progress: jsonb().$type<StageProgress>(),
    source: text().notNull(),
    asOf: date("as_of"),
    forced: boolean().notNull(),
    /** Null: whatever its source links to, because the operator of the machine or the schedule requested it. */
    allowedSources: jsonb("allowed_sources").$type<AllowedSources>(),
    counts: jsonb().$type<RunCounts>().notNull(),
    /** In the order in which they began. */
    stages: jsonb().$type<readonly StageReport[]>().notNull().default([]),
    /** Null until the run has reached it. */
    proof: jsonb().$type<RunProof>(),
    errors: jsonb().$type<readonly RunError[]>().notNull(),
    message: text(),
  },
  (table) => [index("runs_status").on(table.status, table.endedAt)],
);

/**
 * The fact « the corpus in force was exactly this »: one row per whole export, ordered by as-of date, then by the
 * source's own timestamp (file time, Last-Modified).
 */
export const exports = pgTable(
  "exports",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    asOf: date("as_of").notNull(),
    issuedAt: timestamp("issued_at", { withTimezone: true }).notNull(),
    /** The last day it covers (`dayOfExport`); null from a release without it: `asOf`. */
    until: date(),
    membersHash: text("members_hash")
      .notNull()
      .references(() => exportMembers.hash),
  },
  (table) => [unique("exports_order").on(table.asOf, table.issuedAt)],
);

/** Sorted keys of the records of an export, zstd-compressed; exports with the same members share them. */
export const exportMembers = pgTable("export_members", {
  hash: text().primaryKey(),
  members: bytes().notNull(),
});

/**
 * As-of date of the first export of each unbroken series of exports without a known document; derived from `exports`
 * and `editions`. A series that ends with the return of the same edition leaves no row.
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
  /** The file's, lower-case hexadecimal: an archive reissued under its name has another one. */
  md5: text().notNull(),
  /** Sorted keys of its records, zstd-compressed: an earlier archive must not overwrite them. */
  members: bytes().notNull(),
  /** False when some of its documents were unusable: it is checked again, in case it is reissued. */
  isWhole: boolean("is_whole").notNull().default(true),
  appliedAt: timestamp("applied_at", { withTimezone: true }).notNull().defaultNow(),
});

/**
 * Archives as manifests describe them, applied or not, and those that were refused: one that is named and missing leaves
 * a gap in the coverage.
 */
export const namedArchives = pgTable("named_archives", {
  name: text().primaryKey(),
  kind: text().$type<"stock" | "flux">().notNull(),
  /** Days covered, both included. */
  from: date().notNull(),
  to: date().notNull(),
});

/**
 * A server's validators of a file ingested whole (RFC 9110, §8.8): the server answers 304 to them as long as the file
 * is the same.
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
  /** Whether its content is damaged: the worker mends that without waiting for a run. */
  isDamaged: boolean("is_damaged").notNull().default(false),
  /** Documents found missing, outdated or in excess; 0 when the store could not be compared. */
  documents: integer().notNull().default(0),
});

/** The corpus as a whole, one row. */
export const corpus = pgTable(
  "corpus",
  {
    id: integer().notNull().default(1),
    source: text(),
    /**
     * The publisher of its content (`bofip/sources/publisher.ts`); null before the first file, and in a store of an
     * earlier release.
     */
    publisher: text(),
    /** Grows with every change. */
    revision: integer().notNull().default(0),
    /** The greatest number given in the journal. */
    lastSequence: bigint("last_sequence", { mode: "number" }).notNull().default(0),
    /**
     * The last entry of the journal whose identifier in the feeds was that of the service's address, as in earlier
     * releases: it keeps it. 0 in a store that none of them filled.
     */
    feedUntil: bigint("feed_until", { mode: "number" }).notNull().default(0),
    /** Host of that address; null until a process that has one tells it. */
    feedHost: text("feed_host"),
    /** Version of the parser that derived every stored text; a newer one may have derived some of them. */
    derivation: integer().notNull().default(0),
    /** Version of the embedder whose vectors questions are compared with; null before the first ones. */
    embedder: text(),
    /** How far the sources reach, as the last run that applied some recorded it; null before. */
    coverage: jsonb().$type<Coverage>(),
    /** When the official addresses last answered, even with nothing new; null when they never did. */
    surveyedAt: timestamp("surveyed_at", { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.id] })],
);

type DerivedStore = (typeof storeDebts.$inferSelect)["store"];

/**
 * Documents whose copy in a derived store is outdated. A row is inserted in the transaction that changes the document,
 * so that it survives a crash of whatever comes after; it is deleted when the store is found in step, or when the
 * document changes back to what the store contains.
 */
export const owedDocuments = pgTable(
  "owed_documents",
  {
    store: text().$type<DerivedStore>().notNull(),
    boiId: identifier("boi_id").notNull(),
    /** Hash of what the store contains of the document; null when it is absent. */
    mark: text(),
    /** The revision of the corpus that the latest change made. */
    revision: integer().notNull(),
    since: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.store, table.boiId] })],
);

/**
 * The generation that each derived store reported when it was last found in step. A different value means that it was
 * lost, restored or written by something else since, and has to be compared again.
 */
export const storeGenerations = pgTable("store_generations", {
  store: text().$type<DerivedStore>().primaryKey(),
  generation: text().notNull(),
});

/**
 * The servers of a full-text index that several hold, each for itself (`MEILI_URL`); empty with one server. The index as
 * a whole is in step when one of them is: `store_debts` and `store_generations` tell of that.
 */
export const fulltextServers = pgTable("fulltext_servers", {
  /** Digest of its address, which may contain a password. */
  server: text().primaryKey(),
  /** Digest of what the index had to contain when this server was last seen in step; null before. */
  wanted: text(),
  /** The one it reported then. */
  generation: text(),
  /** Since when it is behind; null for a server in step. */
  since: timestamp({ withTimezone: true }),
  /** Why it is behind, in French, for operators; null for a server in step. */
  reason: text(),
  /** Whether the worker may be writing it, which changes its generation. */
  isWritten: boolean("is_written").notNull().default(false),
});
