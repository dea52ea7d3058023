import { IngestionFault } from "../../fault.ts";
import type { ArchiveFile } from "./file.ts";
import type { ArchiveLimits } from "./limits.ts";
import { readArchive } from "./read.ts";

/** What an archive holds. */
export interface ArchiveSummary {
  readonly documents: number;
  readonly problems: number;
}

/**
 * Reads an archive through, keeping nothing: what is cut or damaged is known before anything is written. A flux
 * may be empty, a stock never is.
 * @throws {IngestionFault} when no part of it may be used.
 */
export async function checkArchive(
  file: Pick<ArchiveFile, "path" | "kind">,
  signal: AbortSignal,
  limits?: ArchiveLimits,
): Promise<ArchiveSummary> {
  let documents = 0;
  let problems = 0;
  for await (const { kind } of readArchive(file, signal, limits)) {
    if (kind === "document") documents += 1;
    else problems += 1;
  }
  if (file.kind === "stock" && documents === 0)
    throw new IngestionFault(`${file.path} : aucun document dans ce stock ; rien n'en a été utilisé.`);
  return { documents, problems };
}
