import { existsSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../folders.ts";

const GENERATOR = join(import.meta.dir, "../../fixtures/full-corpus/generate.ts");

const REAL_CORPUS = join(import.meta.dir, "../../../../shared/corpus/bofip-vigueur.jsonl.gz");

/** The documents of the test corpus, when it is there; else the sample. */
export function smallSource(): string {
  return existsSync(REAL_CORPUS) ? REAL_CORPUS : "sample";
}

/**
 * An export of real size, made by a process of its own: memory here is what is measured.
 * @param options those of the generator.
 * @throws with what the generator says.
 */
export function generateCorpus(options: readonly string[] = []): string {
  const path = join(temporaryFolder(), "full-corpus.jsonl");
  const generation = Bun.spawnSync([process.execPath, GENERATOR, ...options, "--out", path]);
  if (!generation.success) throw new Error(generation.stderr.toString());
  return path;
}
