import { createHash } from "node:crypto";
import type { OpenaiConfig } from "../../../config/embeddings.ts";
import { DIMENSIONS } from "../port.ts";

/** Models, prefixes and dimensions; `DIMENSIONS` are omitted, as when there were no others: old vectors stay valid. */
export function openaiVersion(config: OpenaiConfig, dimensions: number): string {
  const named = nameOf(config);
  return dimensions === DIMENSIONS ? named : `${named}@${dimensions}`;
}

/** Parses the dimensions of a version; null when it does not match this configuration. */
export function dimensionsOf(config: OpenaiConfig, version: string): number | null {
  const told = Number(version.slice(version.lastIndexOf("@") + 1));
  return [DIMENSIONS, told].find((dimensions) => openaiVersion(config, dimensions) === version) ?? null;
}

/** Prefixes and a separate model for passages change the vectors as much as the model does. */
function nameOf({ model, passageModel, queryPrefix, passagePrefix }: OpenaiConfig): string {
  const changes = [queryPrefix, passagePrefix, ...(passageModel === undefined ? [] : [passageModel])];
  if (changes.every((change) => change === "")) return `openai:${model}`;
  const hash = createHash("sha256").update(JSON.stringify(changes)).digest("hex");
  return `openai:${model}:${hash.slice(0, 8)}`;
}
