import { join } from "node:path";
import { type ByteLimits, readBytes } from "./bytes.ts";
import { type Download, type DownloadOptions, download } from "./download/index.ts";
import { MAX_TEXT_BYTES } from "./download/limits.ts";
import { openFile } from "./download/sink.ts";
import type { Session } from "./session.ts";

const TEXT_LIMITS: ByteLimits = { maxBytes: MAX_TEXT_BYTES, maxRatio: 50 };

/** Downloads a file to `path`, unless the server still has the validator's. */
export async function fetchFile(
  url: string,
  path: string,
  { signal, limits = {}, openSink = openFile, allowed = null }: Session,
  options: Pick<DownloadOptions, "validator" | "encoding"> = {},
): Promise<Download | "unchanged"> {
  return await download(url, path, { ...options, signal, limits, openSink, allowed });
}

/** Downloads a short text: a checksum. */
export async function fetchText(url: string, session: Session): Promise<string> {
  const path = join(session.folder, "text");
  await fetchFile(url, path, { ...session, limits: { ...session.limits, maxBytes: MAX_TEXT_BYTES } });
  return await readText(path);
}

/**
 * Reads a short text of the local disk, gunzipped or not.
 * @throws {IngestionFault} when it is too long
 */
export async function readText(path: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readBytes(path, TEXT_LIMITS)) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
