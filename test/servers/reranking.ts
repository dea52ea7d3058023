/** A question as a reranking service receives it. */
interface RerankRequest {
  readonly path: string;
  readonly authorization: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What the service does with a request, in the place of answering it. */
export type RerankMishap = () => Response | Promise<Response>;

/** A reranking service, in the shape of text-embeddings-inference or in that of Cohere and Jina. */
export interface RerankingService {
  readonly url: string;
  readonly requests: readonly RerankRequest[];
  /** The next requests meet these, one each, in order. */
  readonly mishaps: RerankMishap[];
  /** The most requests that were in its hands at once. */
  busiest(): number;
  stop(): Promise<void>;
}

export type RerankShape = "tei" | "cohere";

type Score = (question: string, text: string) => number | Promise<number>;

/** @param score of a text for a question; the answer lists the best first, as real services do. */
export function startRerankingService(shape: RerankShape, score: Score): RerankingService {
  const requests: RerankRequest[] = [];
  const mishaps: RerankMishap[] = [];
  let atOnce = 0;
  let busiest = 0;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(received) {
      busiest = Math.max(busiest, ++atOnce);
      const body = (await received.json()) as Record<string, unknown>;
      const path = new URL(received.url).pathname;
      requests.push({ path, authorization: received.headers.get("Authorization"), body });
      const answer = (await mishaps.shift()?.()) ?? (await answerOf(shape, body, score));
      atOnce -= 1;
      return answer;
    },
  });
  const stop = () => server.stop(true);
  return { url: `http://127.0.0.1:${server.port}`, requests, mishaps, busiest: () => busiest, stop };
}

async function answerOf(
  shape: RerankShape,
  { query, texts, model, documents, top_n }: Readonly<Record<string, unknown>>,
  score: Score,
): Promise<Response> {
  const judged = shape === "tei" ? texts : documents;
  const isAsked = shape === "tei" || (typeof model === "string" && typeof top_n === "number");
  if (typeof query !== "string" || !Array.isArray(judged) || !isAsked)
    return Response.json({ error: "unprocessable" }, { status: 422 });
  const scored: { readonly index: number; readonly score: number }[] = [];
  for (const [index, text] of judged.entries())
    scored.push({ index, score: await score(query, String(text)) });
  scored.sort((left, right) => right.score - left.score);
  if (shape === "tei") return Response.json(scored);
  const results = scored.map(({ index, score: relevance_score }) => ({ index, relevance_score }));
  return Response.json({ id: "essai", results });
}
