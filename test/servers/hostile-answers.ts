import { gzipSync } from "node:zlib";

type HostileAnswer = () => Response;

const body = (pull: (stream: ReadableStreamDefaultController<Uint8Array>) => unknown) =>
  new ReadableStream<Uint8Array>({ pull: async (stream) => void (await pull(stream)) });

/** 200 MB in 195 KB. */
const BOMB = gzipSync(Buffer.alloc(200e6, " "));

/** What the caller is to say of an answer that has no end, in its size or in time. */
export const ENDLESS_ANSWERS: readonly (readonly [string, HostileAnswer, string])[] = [
  ["never ends", () => new Response(body((stream) => stream.enqueue(new Uint8Array(65_536)))), "trop longue"],
  [
    "never ends, and drips",
    () =>
      new Response(
        body(async (stream) => {
          await Bun.sleep(20);
          stream.enqueue(Buffer.from(" "));
        }),
      ),
    "délai dépassé",
  ],
  ["is decompressed to a thousand times its size", () => gzipped(BOMB), "trop longue"],
  [
    "is compressed in a way of its own",
    () => new Response("[]", { headers: { "content-encoding": "essai" } }),
    "compressée",
  ],
  [
    "says that it is compressed, and is not",
    () => new Response("[]", { headers: { "content-encoding": "gzip" } }),
    "ne répond pas",
  ],
];

export function compressed(text: string): Response {
  return gzipped(gzipSync(text));
}

function gzipped(bytes: Uint8Array<ArrayBuffer>): Response {
  return new Response(bytes, { headers: { "content-encoding": "gzip" } });
}

/** A fault, which goes on without end. */
export function endlessFault(): Response {
  return new Response(
    body((stream) => stream.enqueue(new Uint8Array(65_536))),
    { status: 503 },
  );
}
