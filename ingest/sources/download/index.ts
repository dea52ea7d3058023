import { rename } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Validator } from "../../../db/ingestion/sources.ts";
import { IngestionFault } from "../../journal/fault.ts";
import { DOWNLOAD_LIMITS, type DownloadLimits } from "./limits.ts";
import { type OpenSink, onDisk, openFile } from "./sink.ts";
import { type Download, type Encoding, Transfer } from "./transfer.ts";
import { Transient } from "./transient.ts";

export type { Download } from "./transfer.ts";

export interface DownloadOptions {
  readonly signal: AbortSignal;
  /** Of the file held already: the server then answers only when it has another one. */
  readonly validator?: Validator | null;
  /** Whether the server may compress what it sends; a checksum is that of the file itself. */
  readonly encoding?: Encoding;
  readonly limits?: Partial<DownloadLimits>;
  readonly openSink?: OpenSink;
}

/**
 * Downloads a file, as sent (the caller gunzips it): to a name of its own first, renamed to `path` once it is
 * whole. Network faults, 408, 425, 429 and 5xx are tried again, from where the transfer stopped when the server
 * can tell that the file is still the same. « unchanged »: the server has the file that the
 * validator tells of (304).
 * @throws {IngestionFault} when attempts bring nothing new, at once when the server refuses or a limit is passed.
 */
export async function download(
  url: string,
  path: string,
  options: DownloadOptions,
): Promise<Download | "unchanged"> {
  const limits = { ...DOWNLOAD_LIMITS, ...options.limits };
  const whole = AbortSignal.timeout(limits.wholeMs);
  const signal = AbortSignal.any([options.signal, whole]);
  const unfinished = `${path}.unfinished`;
  const { encoding = "gzip", openSink = openFile } = options;
  const transfer = new Transfer({ url, path: unfinished, encoding, limits, openSink });
  try {
    const result = await untilWhole(transfer, options.validator ?? null, signal, limits);
    if (result !== "unchanged") await onDisk(path, () => rename(unfinished, path));
    return result;
  } catch (error) {
    options.signal.throwIfAborted();
    if (!whole.aborted) throw error;
    throw new IngestionFault(`Téléchargement abandonné après ${limits.wholeMs / 60_000} minutes : ${url}`);
  }
}

async function untilWhole(
  transfer: Transfer,
  validator: Validator | null,
  signal: AbortSignal,
  limits: DownloadLimits,
): Promise<Download | "unchanged"> {
  let furthest = 0;
  for (let idle = 0; ; ) {
    const fault = await transfer.attempt(validator, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof IngestionFault || !(error instanceof Error)) throw error;
      return error;
    });
    if (!(fault instanceof Error)) return fault;
    idle = transfer.received > furthest ? 0 : idle + 1;
    furthest = Math.max(furthest, transfer.received);
    if (idle >= limits.attempts) {
      throw new IngestionFault(
        `Téléchargement impossible après ${idle} essais (${fault.message}) : ${transfer.request.url}`,
      );
    }
    await sleep(delayOf(idle, fault, limits), undefined, { signal });
  }
}

/** Doubles at each attempt that brings nothing new, within half of itself at random: clients cut together do not come back together. */
function delayOf(idle: number, fault: Error, { firstDelayMs, maxDelayMs }: DownloadLimits): number {
  const backoff = firstDelayMs * 2 ** Math.max(0, idle - 1) * (0.5 + Math.random() / 2);
  const asked = fault instanceof Transient ? (fault.retryAfterMs ?? 0) : 0;
  return Math.min(Math.max(backoff, asked), maxDelayMs);
}
