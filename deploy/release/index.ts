/**
 * `bun run release`: writes the notes and the bill of materials of the version of package.json to `release/`, then makes
 * its annotated tag. Nothing is published: the tag is pushed by who made it.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeBillOfMaterials } from "./bill-of-materials.ts";
import { git } from "./git.ts";
import { type Release, ReleaseRefused, readRelease } from "./refusals.ts";

const PROJECT = join(import.meta.dir, "../..");
const FOLDER = join(PROJECT, "release");

try {
  release(readRelease(PROJECT));
} catch (error) {
  if (!(error instanceof ReleaseRefused)) throw error;
  console.error(error.message);
  process.exit(1);
}

/** The tag comes last: where something fails before, the command is run again as if for the first time. */
function release({ version, tag, entry }: Release): void {
  mkdirSync(FOLDER, { recursive: true });
  const notes = join(FOLDER, "notes.md");
  const billOfMaterials = join(FOLDER, "sbom.cdx.json");
  writeFileSync(notes, `# Version ${version}, du ${entry.date}\n\n${entry.notes}\n`);
  writeBillOfMaterials(PROJECT, billOfMaterials);
  // Headings of the notes begin like what git takes for a comment.
  git(PROJECT, "tag", "--annotate", tag, "--cleanup=verbatim", "--file", notes);
  console.log(`Étiquette ${tag} posée. À joindre à la version publiée :\n  ${notes}\n  ${billOfMaterials}`);
  console.log(`Pour la publier : git push origin ${tag}`);
}
