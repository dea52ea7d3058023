import { existsSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../folders.ts";

const GENERATOR = join(import.meta.dir, "../../../shared/tools/grand-corpus.mjs");

/** An export of real size, when its generator is there; else the sample. */
export function realSizeSource(): string {
  if (!existsSync(GENERATOR)) {
    console.log("Le générateur du grand corpus est absent : mesures sur le corpus d'essai, sans portée.");
    return "sample";
  }
  const path = join(temporaryFolder(), "grand-corpus.jsonl");
  const options = ["--documents", "9148", "--scale", "1", "--out", path];
  const generation = Bun.spawnSync([process.execPath, GENERATOR, ...options]);
  if (!generation.success) throw new Error(generation.stderr.toString());
  return path;
}
