import type { JudgedPassage, Reranker } from "../../../search/reranking/port.ts";
import { type FusedHit, type TimePart, toThousandths, untimed } from "./fusion.ts";

/** The second stage took part in the order; did not answer in time, or is known not to; is absent, or had no work. */
export const RERANKINGS = ["applied", "timeout", "off"] as const;
export type Reranking = (typeof RERANKINGS)[number];

/** How many documents are judged again: the more there are, the later the service answers. */
export const FIRST = 12;

export interface RerankingDeps {
  /** Null or absent: there is no second stage. */
  readonly reranker?: Reranker | null;
  readonly timePart?: TimePart;
}

interface FirstStage {
  readonly question: string;
  /** The question's vector; null when it has none. */
  readonly vector: Float32Array | null;
  /** Version of the vectors that it was compared with. */
  readonly version: string;
  /** Weight of the words when the meaning weighs 1. */
  readonly textWeight: number;
  /** By decreasing score. */
  readonly hits: readonly FusedHit[];
}

interface Reranked {
  /** By decreasing score, ties as in the first stage. */
  readonly hits: readonly FusedHit[];
  readonly reranking: Reranking;
}

/** Has the first documents judged again. Never throws: without the second stage, the order of the first one stands. */
export async function rerank(
  { reranker = null, timePart = untimed }: RerankingDeps,
  { hits, textWeight, ...asked }: FirstStage,
): Promise<Reranked> {
  const first = hits.slice(0, FIRST);
  if (reranker === null || first.length < 2) return { hits, reranking: "off" };
  try {
    if (!reranker.canJudge(asked.version)) return { hits, reranking: "off" };
    const passages = first.flatMap((hit) => bestPassage(hit, textWeight) ?? []);
    const judged = await timePart("reranking", () => reranker.judge({ ...asked, passages }));
    if (judged.every((score) => score === null)) return { hits, reranking: "off" };
    const scores = passages.map(({ boiId }, index) => [boiId, judged[index] ?? null] as const);
    return { hits: reorder(hits, new Map(scores), reranker.weight), reranking: "applied" };
  } catch {
    return { hits, reranking: "timeout" };
  }
}

/** The best passage of the side that contributes most of the document's score. */
export function bestPassage({ boiId, text, meaning }: FusedHit, textWeight: number): JudgedPassage | null {
  const byWords = textWeight * (text?.score ?? 0);
  if (meaning !== null && meaning.score >= byWords) return { boiId, textHash: meaning.textHash };
  return text === null ? null : { boiId, position: text.position };
}

/**
 * Adds to each score what the second stage gives, spread from 0 to 1 over the documents that it judged, since models
 * have scales of their own; 0 to the others, which thus stay below those that they were below. Ties stay in their order.
 * @param judgements by identifier; null for a document that could not be judged.
 * @throws {RangeError} for judgements that are not finite numbers, or whose difference is none.
 */
export function reorder(
  hits: readonly FusedHit[],
  judgements: ReadonlyMap<string, number | null>,
  weight: number,
): FusedHit[] {
  const known = [...judgements.values()].filter((score) => score !== null);
  const least = Math.min(...known);
  const spread = Math.max(...known) - least;
  if (known.length > 0 && !Number.isFinite(spread)) throw new RangeError("judgements without a scale");
  const share = (score: number | null) => (score === null || spread === 0 ? 0 : (score - least) / spread);
  return hits
    .map((hit) => {
      const judgement = share(judgements.get(hit.boiId) ?? null);
      return { ...hit, score: toThousandths((hit.score + weight * judgement) / (1 + weight)) };
    })
    .sort((left, right) => right.score - left.score);
}
