import { type PaceLimits, ReadingPace } from "./reading-pace.ts";

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
