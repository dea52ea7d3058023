import type { NamedArchive } from "../../db/ingestion/coverage.ts";
import type { KnownSources, Validator } from "../../db/ingestion/sources.ts";
import type { ArchiveFile } from "./archive/file.ts";
import type { ShownServer } from "./download/server.ts";

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
  /** Of the files that were downloaded, by their paths. */
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
