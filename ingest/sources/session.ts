import type { AllowedSources } from "../../config/allowed-sources.ts";
import { isAllowed } from "../../config/allowed-sources.ts";
import { displaySource } from "../../config/source-names.ts";
import type { KnownSources } from "../../db/ingestion/sources.ts";
import { IngestionFault } from "../journal/fault.ts";
import type { DownloadLimits } from "./download/limits.ts";
import { DiskFull, type OpenSink } from "./download/sink.ts";
import { type FoundFiles, NOTHING_FOUND } from "./found-files.ts";

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
  /** The same for the files of a folder or a manifest: anything, when that is itself allowed by its exact name. */
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
