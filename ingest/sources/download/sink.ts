import { type FileHandle, open } from "node:fs/promises";
import { IngestionFault } from "../../journal/fault.ts";

/** The disk is full: no other source would fare better. */
export class DiskFull extends IngestionFault {
  override readonly name = "DiskFull";
}

type Sink = Pick<FileHandle, "appendFile" | "close">;

/** Opens a file to write (`w`) or to continue (`a`). */
export type OpenSink = (path: string, flags: "w" | "a") => Promise<Sink>;

export const openFile: OpenSink = open;

const FULL_CODES = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** Runs an operation on the disk: retrying its faults is useless. Throws `DiskFull` or `IngestionFault`. */
export async function onDisk<Result>(path: string, operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (FULL_CODES.has(code)) {
      throw new DiskFull(
        `Disque plein pendant le téléchargement (${path}) : libérez de la place, ou donnez par TMPDIR un dossier sur un autre disque.`,
        { cause: error },
      );
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new IngestionFault(`Écriture impossible pendant le téléchargement (${path}) : ${reason}`, {
      cause: error,
    });
  }
}
