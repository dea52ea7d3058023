import { type PaceLimits, ReadingPace } from "./reading-pace.ts";

/** How a stream ended: whole, left by its client, or cut by the service. */
export type StreamEnd = "whole" | "left" | "cut";

interface LineStreamOptions {
  readonly limits: PaceLimits;
  /** Told once. */
  readonly onEnd: (end: StreamEnd, cause?: unknown) => void;
}

/** Bytes gathered before they are sent; more than one line may be. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Lines as a body that is produced as its client reads it: what is in memory does not grow with it. A client that reads
 * too slowly is cut, and holds nothing any more.
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
        // A client may leave before anything is asked of the stream, which is then never told.
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
