import { existsSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../folders.ts";

const GENERATOR = join(import.meta.dir, "../../../../shared/tools/grand-corpus.mjs");

const REAL_CORPUS = join(import.meta.dir, "../../../../shared/corpus/bofip-vigueur.jsonl.gz");

/** The documents of the test corpus, when it is there; else the sample. */
export function smallSource(): string {
  return existsSync(REAL_CORPUS) ? REAL_CORPUS : "sample";
}

const REAL_SIZE = ["--documents", "9148", "--scale", "1"];

/** Whether an export of real size can be made here. */
export const hasGenerator = existsSync(GENERATOR);

/**
 * An export of real size, when its generator is there; else the sample.
 * @param options those of the generator.
 */
export function realSizeSource(options: readonly string[] = REAL_SIZE): string {
  if (hasGenerator) return generate(options);
  console.log("Le générateur du grand corpus est absent : mesures sur le corpus d'essai, sans portée.");
  return "sample";
}

/** An export of real size. @param options others of the generator. */
export function generateCorpus(options: readonly string[] = []): string {
  return generate([...REAL_SIZE, ...options]);
}

/** @throws with what the generator says. */
function generate(options: readonly string[]): string {
  const path = join(temporaryFolder(), "grand-corpus.jsonl");
  const generation = Bun.spawnSync([process.execPath, GENERATOR, ...options, "--out", path]);
  if (!generation.success) throw new Error(generation.stderr.toString());
  return path;
}
