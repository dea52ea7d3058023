import { createHash } from "node:crypto";
import type { OpenaiConfig } from "../../../config/embeddings.ts";
import { DIMENSIONS } from "../port.ts";

/**
 * Version of a service's vectors: models, prefixes and dimensions. Those of `DIMENSIONS` are not told, as they were
 * not when no others could be stored: such vectors stay as they are.
 */
export function openaiVersion(config: OpenaiConfig, dimensions: number): string {
  const named = nameOf(config);
  return dimensions === DIMENSIONS ? named : `${named}@${dimensions}`;
}

/** The dimensions that a version tells; null when it is not of this configuration. */
export function dimensionsOf(config: OpenaiConfig, version: string): number | null {
  const told = Number(version.slice(version.lastIndexOf("@") + 1));
  return [DIMENSIONS, told].find((dimensions) => openaiVersion(config, dimensions) === version) ?? null;
}

/** Prefixes and a model of their own for passages change the vectors as a model does. */
function nameOf({ model, passageModel, queryPrefix, passagePrefix }: OpenaiConfig): string {
  const changes = [queryPrefix, passagePrefix, ...(passageModel === undefined ? [] : [passageModel])];
  if (changes.every((change) => change === "")) return `openai:${model}`;
  const hash = createHash("sha256").update(JSON.stringify(changes)).digest("hex");
  return `openai:${model}:${hash.slice(0, 8)}`;
}
