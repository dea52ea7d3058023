import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import { OFFICIAL_HOST } from "../../bofip/sources/official-sources.ts";
import { isUrl } from "../../config/allowed-sources.ts";
import { InvalidJson, jsonParser } from "../../db/engine/parse-json.ts";
import { IngestionFault } from "../journal/fault.ts";
import { type ByteLimits, readBytes } from "./bytes.ts";
import { type Download, type DownloadOptions, download } from "./download/index.ts";
import { MAX_TEXT_BYTES, readDate } from "./download/server.ts";
import { DiskFull, openFile } from "./download/sink.ts";
import type { Session } from "./session.ts";

/** Whether a source is on the official host, which dates what it publishes. */
export function isOfficial(source: string, { officialHost = OFFICIAL_HOST }: Pick<Session, "officialHost">) {
  return isUrl(source) && URL.parse(source)?.host === officialHost;
}

/** Export of a data set (Opendatasoft, Explore API v2.1): the part before is its page. */
const EXPORT_PATH = /^(\/api\/explore\/v2\.\d\/catalog\/datasets\/[^/]+)\/exports\/[^/]+$/;

const readPage = jsonParser(
  Type.Object({ metas: Type.Object({ default: Type.Object({ data_processed: Type.String() }) }) }),
);

/** One retry: an unavailable page costs a date, not the run. */
const ATTEMPTS = 2;

/** When the catalogue says that an official export was made (`data_processed`); null elsewhere, and without a date. */
export async function readProcessedAt(url: string, session: Session): Promise<Date | null> {
  const { origin = "", pathname = "" } = URL.parse(url) ?? {};
  const [, dataSet] = EXPORT_PATH.exec(pathname) ?? [];
  if (dataSet === undefined || !isOfficial(url, session)) return null;
  const limits = { ...session.limits, attempts: ATTEMPTS };
  try {
    const page = readPage(await fetchText(`${origin}${dataSet}`, { ...session, limits }));
    return page instanceof InvalidJson ? null : readDate(page.metas.default.data_processed);
  } catch (error) {
    if (!(error instanceof IngestionFault) || error instanceof DiskFull) throw error;
    return null;
  }
}

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

/** Reads a short text of the local disk, gunzipped or not. @throws {IngestionFault} when it is too long */
export async function readText(path: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readBytes(path, TEXT_LIMITS)) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
