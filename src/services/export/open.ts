import { lineStream, type StreamEnd } from "../../http/response/line-stream.ts";
import type { PaceLimits } from "../../http/response/reading-pace.ts";
import type { DocumentDeps } from "../documents.ts";
import { type ExportRequest, exportLines } from "./lines.ts";
import type { ExportSlots } from "./slots.ts";

export interface ExportDeps extends DocumentDeps {
  readonly slots: ExportSlots;
}

/** A slower client would hold one of the few places of the process for hours, at the price of one unit. */
const LIMITS: PaceLimits = { bytesASecond: 64 * 1024, averagedOverMs: 30_000, wholeMs: 30 * 60_000 };

/**
 * A page of an export as a stream, which keeps the place of its key until it ends.
 * @param onEnd told how.
 * @throws {ApiError} `export_under_way`, `too_many_exports`
 */
export function openExport(
  { slots, ...deps }: ExportDeps,
  keyId: number,
  request: ExportRequest,
  onEnd: (end: StreamEnd, cause?: unknown) => void,
  limits = LIMITS,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const giveBack = slots.take(keyId);
  return lineStream(exportLines(deps, request), {
    limits,
    onEnd(end, cause) {
      giveBack();
      onEnd(end, cause);
    },
  });
}
