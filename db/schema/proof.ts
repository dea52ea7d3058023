import { bigint, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { bytes } from "./columns.ts";

/** Logs of proof, in the order of their opening: one is open, those before it are closed for ever. */
export const proofLogs = pgTable("proof_logs", {
  /** From 1: its number in its addresses. */
  id: integer().primaryKey(),
  origin: text().notNull(),
  /** Leaves, signed or not. */
  size: bigint({ mode: "number" }).notNull(),
  /** The key that signs it now, SPKI in base64. */
  publicKey: text("public_key").notNull(),
  openedAt: timestamp("opened_at", { withTimezone: true }).notNull(),
  closedAt: timestamp("closed_at", { withTimezone: true }),
});

/** Leaves of the logs, never changed nor removed. No foreign key: a check of each would slow imports. */
export const proofLeaves = pgTable(
  "proof_leaves",
  {
    log: integer().notNull(),
    /** From 0. */
    rank: bigint({ mode: "number" }).notNull(),
    /** As hashed and served: `bofip/proof/leaf.ts`. */
    leaf: text().notNull(),
    hash: bytes().notNull(),
    /** Fingerprint of the text that it records; leaves are found by it. */
    empreinte: text(),
    /** Number of its entry in the journal; null for what is not in the journal. */
    sequence: bigint({ mode: "number" }),
    addedAt: timestamp("added_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.log, table.rank] }),
    index("proof_leaves_empreinte").on(table.empreinte),
    index("proof_leaves_sequence").on(table.sequence),
  ],
);

/** Hashes of full tiles: one of level `n` covers 256ⁿ leaves. */
export const proofNodes = pgTable(
  "proof_nodes",
  {
    log: integer().notNull(),
    level: integer().notNull(),
    rank: bigint({ mode: "number" }).notNull(),
    hash: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.log, table.level, table.rank] })],
);

/** Signed checkpoints. */
export const proofCheckpoints = pgTable(
  "proof_checkpoints",
  {
    log: integer().notNull(),
    size: bigint({ mode: "number" }).notNull(),
    /** As published. */
    note: text().notNull(),
    /** The key that signed it, SPKI in base64. */
    publicKey: text("public_key").notNull(),
    signedAt: timestamp("signed_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.log, table.size] })],
);

/** Timestamps of checkpoints (RFC 3161), verified before they are kept. */
export const proofTimestamps = pgTable(
  "proof_timestamps",
  {
    log: integer().notNull(),
    /** That of the checkpoint. */
    size: bigint({ mode: "number" }).notNull(),
    /** The name of the authority's certificate. */
    authority: text().notNull(),
    /** Said by the token. */
    instant: timestamp({ withTimezone: true }).notNull(),
    /** TimeStampToken, DER. */
    token: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.log, table.size, table.instant] })],
);

/** Where source files were downloaded, and the certificate that the server showed. */
export const sourceServers = pgTable("source_servers", {
  /** SHA-256 of the file. */
  empreinteFichier: text("empreinte_fichier").primaryKey(),
  /** Without user nor password, redirections followed. */
  adresse: text().notNull(),
  /** SHA-256 of the certificate's DER, lower-case hexadecimal; null without TLS. */
  certificat: text(),
  /** Issuer, as named in its certificate. */
  emetteur: text(),
});
