/** How a stream ended: whole, left by its client, or cut by the service. */
export type StreamEnd = "whole" | "left" | "cut";

interface LineStreamOptions {
  readonly limits: PaceLimits;
  /** Called once. */
  readonly onEnd: (end: StreamEnd, cause?: unknown) => void;
}

/** Bytes buffered before they are sent; a single line may be larger. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Streams lines, producing them as the client reads: memory use does not grow with the body. A client that reads too
 * slowly is cut, and releases its resources.
 */
export function lineStream(
  lines: AsyncGenerator<string>,
  { limits, onEnd }: LineStreamOptions,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const opened = Promise.withResolvers<ReadableStreamDefaultController>();
  const pace = new ReadingPace(limits, async (cause) => {
    end("cut", cause);
    (await opened.promise).error(cause);
    await lines.return(undefined);
  });
  let hasEnded = false;
  let sentBytes = 0;
  const end = (how: StreamEnd, cause?: unknown) => {
    pace.stop();
    if (hasEnded) return;
    hasEnded = true;
    onEnd(how, cause);
  };
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      start(controller) {
        opened.resolve(controller);
        // A client may leave before it reads anything, in which case the stream is never notified.
        pace.waitForClient();
      },
      async pull(controller) {
        pace.clientRead(sentBytes);
        const gathered = await gather(lines).catch((cause: unknown) => {
          end("cut", cause);
          throw cause;
        });
        if (hasEnded) return;
        const bytes = encoder.encode(gathered.text);
        sentBytes = bytes.byteLength;
        if (sentBytes > 0) controller.enqueue(bytes);
        if (gathered.isLast) {
          controller.close();
          end("whole");
          return;
        }
        pace.waitForClient();
      },
      async cancel() {
        end("left");
        await lines.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

async function gather(
  lines: AsyncGenerator<string>,
): Promise<{ readonly text: string; readonly isLast: boolean }> {
  let text = "";
  while (text.length < CHUNK_BYTES) {
    const { done, value } = await lines.next();
    if (done) return { text, isLast: true };
    text += value;
  }
  return { text, isLast: false };
}

/** How fast, and for how long at most, a stream must be read. */
export interface PaceLimits {
  /** Minimum rate of a client, in bytes a second, of the uncompressed stream. */
  readonly bytesASecond: number;
  /** The averaging window: a client that was fast enough may pause for that long. */
  readonly averagedOverMs: number;
  /** From the first byte requested to the last one read. */
  readonly wholeMs: number;
}

/**
 * Enforces a minimum rate on the reader of a stream, and a maximum duration on the stream. Only the time when the
 * client could read counts, not the time we take to produce bytes.
 */
class ReadingPace {
  readonly #limits: PaceLimits;
  readonly #onTooSlow: (cause: Error) => void;
  readonly #whole: ReturnType<typeof setTimeout>;
  #waiting: { readonly sinceMs: number; readonly timer: ReturnType<typeof setTimeout> } | null = null;
  /** The time the client may still take: spent while we wait for it, earned by what it reads. */
  #allowanceMs: number;

  /** @param onTooSlow called with the cause, at most once; never after `stop`. */
  constructor(limits: PaceLimits, onTooSlow: (cause: Error) => void) {
    this.#limits = limits;
    this.#onTooSlow = onTooSlow;
    this.#allowanceMs = limits.averagedOverMs;
    this.#whole = setTimeout(() => this.#end("a stream lasted too long"), limits.wholeMs);
  }

  /** Starts the client's turn to read. */
  waitForClient(): void {
    const timer = setTimeout(
      () => this.#end("the client of a stream reads too slowly"),
      Math.max(0, this.#allowanceMs),
    );
    this.#waiting = { sinceMs: performance.now(), timer };
  }

  /** Records how many bytes the client has read. */
  clientRead(bytes: number): void {
    if (this.#waiting === null) return;
    clearTimeout(this.#waiting.timer);
    const { bytesASecond, averagedOverMs } = this.#limits;
    const spentMs = performance.now() - this.#waiting.sinceMs;
    const earnedMs = (bytes / bytesASecond) * 1_000;
    this.#allowanceMs = Math.min(averagedOverMs, this.#allowanceMs - spentMs + earnedMs);
    this.#waiting = null;
  }

  stop(): void {
    clearTimeout(this.#whole);
    clearTimeout(this.#waiting?.timer);
  }

  #end(reason: string): void {
    this.stop();
    this.#onTooSlow(new Error(reason));
  }
}
