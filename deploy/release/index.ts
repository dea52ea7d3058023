/**
 * `bun run release`: writes the notes, the bill of materials and the digests of the images of the version of package.json
 * to `release/`, then makes its annotated tag. Nothing is published: the tag is pushed by who made it.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeBillOfMaterials } from "./bill-of-materials.ts";
import { writeDigests } from "./digests.ts";
import { git } from "./git.ts";
import { DigestUnknown } from "./image-digest.ts";
import { type Release, ReleaseRefused, readRelease } from "./refusals.ts";

const PROJECT = join(import.meta.dir, "../..");
const FOLDER = join(PROJECT, "release");

try {
  await release(readRelease(PROJECT));
} catch (error) {
  if (!(error instanceof ReleaseRefused)) throw error;
  console.error(error.message);
  process.exit(1);
}

/** The tag comes last: where something fails before, the command is run again as if for the first time. */
async function release({ version, tag, entry }: Release): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const notes = join(FOLDER, "notes.md");
  const billOfMaterials = join(FOLDER, "sbom.cdx.json");
  writeFileSync(notes, `# Version ${version}, du ${entry.date}\n\n${entry.notes}\n`);
  writeBillOfMaterials(PROJECT, billOfMaterials);
  const digests = await pinImages();
  // Headings of the notes begin like what git takes for a comment.
  git(PROJECT, "tag", "--annotate", tag, "--cleanup=verbatim", "--file", notes);
  const joined = [notes, billOfMaterials, ...digests];
  console.log(`Étiquette ${tag} posée. À joindre à la version publiée :\n  ${joined.join("\n  ")}`);
  console.log(`Pour la publier : git push origin ${tag}`);
}

/** The files written, if any: after a release made without the registry, they can be added later. */
async function pinImages(): Promise<string[]> {
  try {
    return await writeDigests(PROJECT, FOLDER);
  } catch (error) {
    if (!(error instanceof DigestUnknown)) throw error;
    console.error(
      `${error.message} Sans empreintes : « bun run release:digests » les écrira quand il le fera.`,
    );
    return [];
  }
}
