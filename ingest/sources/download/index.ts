import { rename } from "node:fs/promises";
import { type AllowedSources, displaySource } from "../../../config/allowed-sources.ts";
import { retry } from "../../../db/engine/retry.ts";
import type { Validator } from "../../../db/ingestion/sources.ts";
import { IngestionFault } from "../../journal/fault.ts";
import { DOWNLOAD_LIMITS, type DownloadLimits } from "./server.ts";
import { type OpenSink, onDisk, openFile } from "./sink.ts";
import { type Download, type Encoding, readAddress, Transfer, Transient } from "./transfer.ts";

export type { Download } from "./transfer.ts";

export interface DownloadOptions {
  readonly signal: AbortSignal;
  /** Validator of the previous file: the server then sends only another one. */
  readonly validator?: Validator | null;
  /** Whether the server may compress what it sends; a checksum is that of the file itself. */
  readonly encoding?: Encoding;
  readonly limits?: Partial<DownloadLimits>;
  readonly openSink?: OpenSink;
  /** Where redirections may lead; null = anywhere. */
  readonly allowed?: AllowedSources | null;
}

/**
 * Downloads a file, as sent, under a temporary name until complete. Network faults, 408, 425, 429 and 5xx are retried,
 * from where the transfer stopped if the file is proved the same. « unchanged »: the validator's file (304).
 * @throws {IngestionFault} when attempts bring nothing new, or the server refuses, or a limit is passed
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
  const { encoding = "gzip", openSink = openFile, allowed = null } = options;
  const address = readAddress(url);
  const transfer = new Transfer({ address, path: unfinished, encoding, limits, openSink, allowed });
  try {
    const result = await untilWhole(transfer, options.validator ?? null, signal, limits);
    if (result !== "unchanged") await onDisk(path, () => rename(unfinished, path));
    return result;
  } catch (error) {
    options.signal.throwIfAborted();
    if (!whole.aborted) throw error;
    throw new IngestionFault(
      `Téléchargement abandonné après ${limits.wholeMs / 60_000} minutes : ${displaySource(url)}`,
    );
  }
}

async function untilWhole(
  transfer: Transfer,
  validator: Validator | null,
  signal: AbortSignal,
  limits: DownloadLimits,
): Promise<Download | "unchanged"> {
  let furthest = 0;
  const hasAdvanced = () => {
    const isFurther = transfer.received > furthest;
    furthest = Math.max(furthest, transfer.received);
    return isFurther;
  };
  const isTransient = (fault: unknown) => {
    signal.throwIfAborted();
    return fault instanceof Error && !(fault instanceof IngestionFault);
  };
  const waitAskedMs = (fault: unknown) => (fault instanceof Transient ? fault.retryAfterMs : 0);
  const options = { isTransient, waitAskedMs, hasAdvanced, signal };
  return await retry(() => transfer.attempt(validator, signal), limits, options).catch((fault: unknown) => {
    if (!isTransient(fault) || !(fault instanceof Error)) throw fault;
    throw new IngestionFault(
      `Téléchargement impossible après ${limits.attempts} essais (${fault.message}) : ${transfer.request.address.url}`,
    );
  });
}
