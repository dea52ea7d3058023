/**
 * `bun deploy/release/versions.ts`: writes the version of package.json into the files that say it too, for readers that
 * do not see package.json.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

const COPIES = ["clients/typescript/package.json", "server.json"];
const Versioned = t.Object({ version: t.String() });

/** The version of a project, as its package.json says it. */
export function versionOf(project: string): string {
  return versionIn(join(project, "package.json"));
}

/** The files of a project that say another version than its package.json. */
export function staleCopies(project: string): string[] {
  return COPIES.filter((copy) => versionIn(join(project, copy)) !== versionOf(project));
}

function versionIn(file: string): string {
  return Value.Parse(Versioned, JSON.parse(readFileSync(file, "utf8"))).version;
}

if (import.meta.main) {
  const project = join(import.meta.dir, "../..");
  for (const copy of staleCopies(project)) {
    const file = join(project, copy);
    const text = readFileSync(file, "utf8");
    // Replaced where it stands: the rest of the file keeps its layout.
    writeFileSync(
      file,
      text.replace(`"version": "${versionIn(file)}"`, `"version": "${versionOf(project)}"`),
    );
    console.log(`${copy} : version ${versionOf(project)}`);
  }
}
