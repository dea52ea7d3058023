import { type AllowedSources, displaySource, isAllowed } from "../../config/allowed-sources.ts";
import type { NamedArchive } from "../../db/ingestion/coverage.ts";
import type { KnownSources, Validator } from "../../db/ingestion/sources.ts";
import { IngestionFault } from "../journal/fault.ts";
import type { ArchiveFile } from "./archive/entries.ts";
import type { DownloadLimits, ShownServer } from "./download/server.ts";
import { DiskFull, type OpenSink } from "./download/sink.ts";

export interface Opening {
  /** The sources that need not be read again. */
  readonly known: KnownSources;
  readonly now: Date;
  readonly signal: AbortSignal;
  /** What a run requested over HTTP may read, redirections included; null = anything. */
  readonly allowed?: AllowedSources | null;
  readonly limits?: Partial<DownloadLimits>;
  /** Host that dates what it publishes; that of the official addresses by default. */
  readonly officialHost?: string;
  /** Where downloads are written; the local disk by default. */
  readonly openSink?: OpenSink;
}

/** The opening of sources, with the folder for downloads. */
export interface Session extends Opening {
  readonly folder: string;
  /** Sources that a folder or a manifest may name: any, when that is itself allowed by its exact name. */
  readonly allowedWithin: AllowedSources | null;
}

/** @throws {IngestionFault} when a place is not allowed. */
export function assertAllowed(allowed: AllowedSources | null, place: string): void {
  if (allowed === null || isAllowed(allowed, place)) return;
  throw new IngestionFault(
    `${displaySource(place)} : hors des sources permises à une demande par HTTP ; ajoutez un préfixe à INGEST_ALLOW, ou lancez « bun run ingest --source ».`,
  );
}

/** A refused file does not stop the others; a full disk does, and so does the end of the run. */
export async function orProblem(opening: Promise<FoundFiles>): Promise<FoundFiles> {
  try {
    return await opening;
  } catch (error) {
    if (!(error instanceof IngestionFault) || error instanceof DiskFull) throw error;
    return { ...NOTHING_FOUND, problems: [error.message] };
  }
}

/** A whole export (`.jsonl`, gzipped or not) on the local disk. */
export interface ExportFile {
  readonly path: string;
  /** The source's own name for it, `bofip-vigueur.jsonl.gz`. */
  readonly name: string;
  /** The source's own timestamp: file time, `Last-Modified`, else now. */
  readonly issuedAt: Date;
  /** When its publisher made it (`ExportDating`); null when unknown. */
  readonly processedAt: Date | null;
}

/** The files on the local disk once sources are opened. */
export interface FoundFiles {
  readonly exports: readonly ExportFile[];
  readonly archives: readonly ArchiveFile[];
  /** Those named by manifests, obtained or not. */
  readonly named: readonly NamedArchive[];
  /** Files refused or unreachable, in French: the others are ingested, these are retried at the next run. */
  readonly problems: readonly string[];
  /** Remarks on files that are used. */
  readonly notes: readonly string[];
  /** To record once everything found is ingested. */
  readonly validators: readonly Validator[];
  /** Servers of the files that were downloaded, by their paths. */
  readonly servers: readonly (ShownServer & { readonly path: string })[];
}

export const NOTHING_FOUND: FoundFiles = {
  exports: [],
  archives: [],
  named: [],
  problems: [],
  notes: [],
  validators: [],
  servers: [],
};

export function mergeFound(parts: readonly FoundFiles[]): FoundFiles {
  return {
    exports: parts.flatMap(({ exports }) => exports),
    archives: parts.flatMap(({ archives }) => archives),
    named: parts.flatMap(({ named }) => named),
    problems: parts.flatMap(({ problems }) => problems),
    notes: parts.flatMap(({ notes }) => notes),
    validators: parts.flatMap(({ validators }) => validators),
    servers: parts.flatMap(({ servers }) => servers),
  };
}

/** Whether an archive has nothing more to give, whatever became of its file: applied, every document used. */
export function isSettled(known: KnownSources, name: string): boolean {
  return known.archives.some((one) => one.name === name && one.isWhole);
}

/** Whether an archive is applied; without a checksum its name decides. */
export function isApplied(known: KnownSources, name: string, md5?: string): boolean {
  return known.archives.some((one) => one.name === name && (md5 === undefined || one.md5 === md5));
}
