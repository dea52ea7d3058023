import { ApiError } from "../../http/errors/api-error.ts";
import { lineStream, type PaceLimits, type StreamEnd } from "../../http/response/line-stream.ts";
import { type ExportLinesDeps, type ExportRequest, exportLines } from "./lines.ts";

export interface ExportDeps extends ExportLinesDeps {
  readonly slots: ExportSlots;
}

/** A slower client would occupy one of the few slots of the process for hours, at the price of one unit. */
const LIMITS: PaceLimits = { bytesASecond: 64 * 1024, averagedOverMs: 30_000, wholeMs: 30 * 60_000 };

/**
 * A page of an export as a stream, which occupies the slot of its key until it ends.
 * @param onEnd called with how it ended.
 * @throws {ApiError} `export_under_way`, `too_many_exports`; and whatever prevents the first line from being read.
 */
export async function openExport(
  { slots, ...deps }: ExportDeps,
  keyId: number,
  request: ExportRequest,
  onEnd: (end: StreamEnd, cause?: unknown) => void,
  limits = LIMITS,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const giveBack = slots.take(keyId);
  const lines = await begun(exportLines(deps, request)).catch((fault: unknown) => {
    giveBack();
    throw fault;
  });
  return lineStream(lines, {
    limits,
    onEnd(end, cause) {
      giveBack();
      onEnd(end, cause);
    },
  });
}

/** The lines, the first already read: an unreadable store is reported before the answer starts. */
async function begun(lines: AsyncGenerator<string>): Promise<AsyncGenerator<string>> {
  const first = await lines.next();
  return (async function* () {
    if (first.done !== true) yield first.value;
    yield* lines;
  })();
}

/** Exports streamed at a time: each occupies a connection of its client, and reads the store throughout. */
export const MAX_EXPORTS = 4;

/** The stream in progress may end at any moment, with its page or its client. */
const RETRY = { seconds: "5" };

/** The exports in progress, in this process. */
export class ExportSlots {
  private readonly keys = new Set<number>();

  /** Takes a key's slot; returns its release. @throws {ApiError} `export_under_way`, `too_many_exports` */
  take(keyId: number): () => void {
    if (this.keys.has(keyId)) throw new ApiError("export_under_way", RETRY);
    if (this.keys.size >= MAX_EXPORTS)
      throw new ApiError("too_many_exports", { ...RETRY, limit: String(MAX_EXPORTS) });
    this.keys.add(keyId);
    return () => {
      this.keys.delete(keyId);
    };
  }
}
