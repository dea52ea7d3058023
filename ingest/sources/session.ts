import type { KnownSources } from "../../db/ingestion/sources.ts";
import { IngestionFault } from "../journal/fault.ts";
import type { DownloadLimits } from "./download/limits.ts";
import { DiskFull, type OpenSink } from "./download/sink.ts";
import { type Found, NOTHING } from "./found.ts";

export interface Opening {
  /** What is not to be read again. */
  readonly known: KnownSources;
  readonly now: Date;
  readonly signal: AbortSignal;
  readonly limits?: Partial<DownloadLimits>;
  /** Where downloads are written; the local disk by default. */
  readonly openSink?: OpenSink;
}

/** The opening of sources, with the folder for what is downloaded. */
export interface Session extends Opening {
  readonly folder: string;
}

/** What is refused does not stop the others; a full disk does, and so does the end of the run. */
export async function orProblem(opening: Promise<Found>): Promise<Found> {
  try {
    return await opening;
  } catch (error) {
    if (!(error instanceof IngestionFault) || error instanceof DiskFull) throw error;
    return { ...NOTHING, problems: [error.message] };
  }
}
