import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { DIMENSIONS } from "../../search/embeddings/port.ts";

export interface EmbeddingRequest {
  readonly model: string;
  readonly input: readonly string[];
  readonly authorization: string | null;
}

/** What the service does with a request, in the place of answering it. */
export type Mishap = (request: EmbeddingRequest) => Response | Promise<Response>;

/** An OpenAI-compatible embedding service whose vectors distinguish texts but know nothing of their meaning. */
export interface EmbeddingService {
  readonly url: string;
  readonly requests: readonly EmbeddingRequest[];
  /** The next requests meet these, one each, in order. */
  readonly mishaps: Mishap[];
  /** The most requests that were in its hands at once. */
  busiest(): number;
  stop(): Promise<void>;
}

const ANSWER_DELAY_MS = 5;
const REQUEST = Type.Object({ model: Type.String(), input: Type.Array(Type.String(), { minItems: 1 }) });

export function startEmbeddingService(port = 0, dimensions = DIMENSIONS): EmbeddingService {
  const requests: EmbeddingRequest[] = [];
  const mishaps: Mishap[] = [];
  let atOnce = 0;
  let busiest = 0;
  const server = Bun.serve({
    port,
    hostname: "127.0.0.1",
    routes: {
      "/v1/embeddings": {
        async POST(received) {
          busiest = Math.max(busiest, ++atOnce);
          const request = await readRequest(received);
          requests.push(request);
          await Bun.sleep(ANSWER_DELAY_MS);
          atOnce -= 1;
          return (
            mishaps.shift()?.(request) ?? answer(request.input.map((text) => vectorOf(text, dimensions)))
          );
        },
      },
    },
    fetch: () => new Response("Not found", { status: 404 }),
  });
  const stop = () => server.stop(true);
  return { url: `http://127.0.0.1:${server.port}`, requests, mishaps, busiest: () => busiest, stop };
}

/** The service's answer, the last text first: nothing in the format promises an order. */
export function answer(vectors: readonly (readonly number[])[]): Response {
  const data = vectors.map((embedding, index) => ({ object: "embedding", index, embedding }));
  return Response.json({ object: "list", data: data.toReversed(), model: "double" });
}

/** Not of unit length, as services may give them. */
export function vectorOf(text: string, dimensions = DIMENSIONS): number[] {
  const seed = Bun.hash.crc32(text);
  return Array.from({ length: dimensions }, (_, index) => 3 * Math.sin(seed + index * (1 + (seed % 97))));
}

async function readRequest(request: Request): Promise<EmbeddingRequest> {
  const { model, input } = Value.Parse(REQUEST, await request.json());
  return { model, input, authorization: request.headers.get("Authorization") };
}
