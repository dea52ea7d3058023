import { createWriteStream } from "node:fs";
import { rename } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { IngestionFault } from "../fault.ts";
import { Silence } from "./silence.ts";

export interface Download {
  /** `Last-Modified` of the resource, or null. */
  readonly modifiedAt: Date | null;
}

export interface DownloadLimits {
  readonly attempts: number;
  /** Wait before the second attempt; it doubles at each one. */
  readonly firstDelayMs: number;
  /** How long the server may stay silent, before its answer or within it. */
  readonly silenceMs: number;
}

const LIMITS: DownloadLimits = { attempts: 5, firstDelayMs: 1_000, silenceMs: 60_000 };

/**
 * Downloads a file, as sent (the caller gunzips it): to a name of its own first, renamed to `path` once it is
 * whole by its `Content-Length`. Network faults, 429 and 5xx are tried again.
 * @throws {IngestionFault} when the last attempt fails, or at once when the server refuses.
 */
export async function download(
  url: string,
  path: string,
  signal: AbortSignal,
  limits: DownloadLimits = LIMITS,
): Promise<Download> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptDownload(url, path, signal, limits.silenceMs);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof IngestionFault) throw error;
      if (attempt >= limits.attempts) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new IngestionFault(`Téléchargement impossible après ${attempt} essais (${reason}) : ${url}`);
      }
    }
    await sleep(limits.firstDelayMs * 2 ** (attempt - 1), undefined, { signal });
  }
}

async function attemptDownload(
  url: string,
  path: string,
  signal: AbortSignal,
  silenceMs: number,
): Promise<Download> {
  const silence = new Silence(silenceMs);
  silence.begin();
  try {
    const response = await fetch(url, {
      headers: { "Accept-Encoding": "gzip", Accept: "application/x-ndjson, application/json, */*" },
      signal: AbortSignal.any([signal, silence.signal]),
      // Content-Length counts the bytes sent, before any decoding.
      decompress: false,
    });
    checkStatus(response, url);
    const unfinished = `${path}.unfinished`;
    const size = await save(response, unfinished, silence);
    const announced = response.headers.get("content-length");
    if (announced !== null && Number(announced) !== size)
      throw new Error(`${size} octets reçus sur ${announced}`);
    await rename(unfinished, path);
    return { modifiedAt: readDate(response.headers.get("last-modified")) };
  } finally {
    silence.end();
  }
}

function checkStatus(response: Response, url: string): void {
  if (response.ok) return;
  if (response.status >= 500 || response.status === 429) throw new Error(`statut ${response.status}`);
  throw new IngestionFault(`Le serveur de la source répond ${response.status} : vérifiez l'adresse ${url}`);
}

async function save(response: Response, path: string, silence: Silence): Promise<number> {
  let size = 0;
  const chunks = async function* () {
    for await (const chunk of response.body ?? []) {
      silence.begin();
      size += chunk.length;
      yield chunk;
    }
  };
  await pipeline(Readable.from(chunks()), createWriteStream(path));
  return size;
}

function readDate(value: string | null): Date | null {
  const date = value === null ? null : new Date(value);
  return date === null || Number.isNaN(date.getTime()) ? null : date;
}
