import { lineStream, type StreamEnd } from "../../http/response/line-stream.ts";
import type { DocumentDeps } from "../documents.ts";
import { type ExportRequest, exportLines } from "./lines.ts";
import type { ExportSlots } from "./slots.ts";

export interface ExportDeps extends DocumentDeps {
  readonly slots: ExportSlots;
}

/** A client that reads nothing for so long is cut. */
const STALL_MS = 50_000;

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
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const giveBack = slots.take(keyId);
  return lineStream(exportLines(deps, request), {
    stallMs: STALL_MS,
    onEnd(end, cause) {
      giveBack();
      onEnd(end, cause);
    },
  });
}
