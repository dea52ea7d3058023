import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders: string[] = [];

/** A new folder, removed after the suites. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "doctrine-test-"));
  folders.push(folder);
  return folder;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true, force: true });
    // Beside a folder that was a DATA_DIR.
    rmSync(`${folder}.tete-de-preuve.txt`, { force: true });
  }
}
