import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ChangelogEntry, entryOf } from "./changelog.ts";
import { git } from "./git.ts";
import { staleCopies, versionOf } from "./versions.ts";

/** Why a project can't be released, in French: what is to be done first. */
export class ReleaseRefused extends Error {
  override readonly name = "ReleaseRefused";
}

/** What a release is made of, once nothing stands against it. */
export interface Release {
  readonly version: string;
  readonly tag: string;
  readonly entry: ChangelogEntry;
}

/** @throws {ReleaseRefused} */
export function readRelease(project: string): Release {
  const version = versionOf(project);
  const tag = `v${version}`;
  const entry = entryOf(readFileSync(join(project, "CHANGELOG.md"), "utf8"), version);
  if (entry === null)
    throw new ReleaseRefused(
      `CHANGELOG.md n'a pas de section « ## [${version}] - AAAA-MM-JJ » : écrivez-la d'abord.`,
    );
  const stale = staleCopies(project);
  if (stale.length > 0)
    throw new ReleaseRefused(
      `${stale.join(" et ")} ne disent pas la version ${version} : lancez « bun run client ».`,
    );
  const changed = git(project, "status", "--porcelain");
  if (changed !== "")
    throw new ReleaseRefused(`Des changements ne sont pas validés :\n${changed}\nValidez-les d'abord.`);
  if (git(project, "tag", "--list", tag) !== "")
    throw new ReleaseRefused(`L'étiquette ${tag} existe déjà : changez la version de package.json.`);
  return { version, tag, entry };
}
