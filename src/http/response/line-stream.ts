/** How a stream ended: whole, left by its client, or cut by the service. */
export type StreamEnd = "whole" | "left" | "cut";

interface LineStreamOptions {
  /** How long a client may leave what it was sent unread. */
  readonly stallMs: number;
  /** Told once. */
  readonly onEnd: (end: StreamEnd, cause?: unknown) => void;
}

/** Bytes gathered before they are sent; more than one line may be. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Lines as a body that is produced as its client reads it: what is in memory does not grow with it. A client that stops
 * reading is cut, and holds nothing any more.
 */
export function lineStream(
  lines: AsyncGenerator<string>,
  { stallMs, onEnd }: LineStreamOptions,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let stalled: ReturnType<typeof setTimeout> | undefined;
  let hasEnded = false;
  const end = (how: StreamEnd, cause?: unknown) => {
    clearTimeout(stalled);
    if (hasEnded) return;
    hasEnded = true;
    onEnd(how, cause);
  };
  const encoder = new TextEncoder();
  const watch = (controller: ReadableStreamDefaultController) => {
    stalled = setTimeout(() => {
      const cause = new Error("the client of a stream stopped reading");
      end("cut", cause);
      controller.error(cause);
      void lines.return(undefined);
    }, stallMs);
  };
  return new ReadableStream(
    {
      // A client may leave before anything is asked of the stream, which is then never told.
      start: watch,
      async pull(controller) {
        clearTimeout(stalled);
        const gathered = await gather(lines).catch((cause: unknown) => {
          end("cut", cause);
          throw cause;
        });
        if (gathered.text !== "") controller.enqueue(encoder.encode(gathered.text));
        if (gathered.isLast) {
          controller.close();
          end("whole");
          return;
        }
        watch(controller);
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
