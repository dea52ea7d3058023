/**
 * `bun deploy/release/versions.ts`: copies the version of package.json into the other files that contain it, for
 * readers that do not see package.json.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const COPIES = ["clients/typescript/package.json", "clients/python/pyproject.toml", "server.json"];

/** The version of a project, from its package.json. */
export function versionOf(project: string): string {
  return versionIn(join(project, "package.json"));
}

/** The files of a project whose version differs from its package.json. */
export function staleCopies(project: string): string[] {
  return COPIES.filter((copy) => versionIn(join(project, copy)) !== versionOf(project));
}

/** As JSON and TOML write it: the first of the file is its own. */
const VERSION = /(?<=^\s*"?version"?\s*[:=]\s*")[^"]+/m;

function versionIn(file: string): string {
  const [version] = VERSION.exec(readFileSync(file, "utf8")) ?? [];
  if (version === undefined) throw new Error(`${file} has no version`);
  return version;
}

if (import.meta.main) {
  const project = join(import.meta.dir, "../..");
  for (const copy of staleCopies(project)) {
    const file = join(project, copy);
    const text = readFileSync(file, "utf8");
    // Replaced where it stands: the rest of the file keeps its layout.
    writeFileSync(file, text.replace(VERSION, versionOf(project)));
    console.log(`${copy} : version ${versionOf(project)}`);
  }
}
