import type { TextMatch } from "../../../search/stems/text-scorer.ts";
import type { VectorHit } from "../../../search/vectors/port.ts";

/** How many documents each side proposes; the best of both together is among the best of one. */
export const CANDIDATES = 200;

/** A document with its two matches, by words and by meaning. */
export interface FusedHit {
  readonly boiId: string;
  /** 0 to 1, in thousandths. */
  readonly score: number;
  /** Null when the document contains none of the question's words. */
  readonly text: TextMatch | null;
  /** Null when the document has no vector. */
  readonly meaning: VectorHit | null;
  /** From 1; null beyond the candidates of a side. */
  readonly ranks: { readonly text: number | null; readonly meaning: number | null };
}

interface Sides {
  /** By decreasing score. */
  readonly matches: readonly TextMatch[];
  /** By decreasing score. */
  readonly nearest: readonly VectorHit[];
  /** Meaning scores of the documents of `matches` that are not among `nearest`. */
  readonly named: readonly VectorHit[];
  /** Weight of the words when the meaning weighs 1 (`Embedder.textWeight`). */
  readonly textWeight: number;
}

/** The candidates of one side that the other did not propose. */
export function unnamed(matches: readonly TextMatch[], nearest: readonly VectorHit[]): string[] {
  const known = new Set(nearest.map(({ boiId }) => boiId));
  return matches.slice(0, CANDIDATES).flatMap(({ boiId }) => (known.has(boiId) ? [] : boiId));
}

/** By decreasing `cosine + weight × text`, ties by identifier: a sum, unlike ranks, keeps by how much a side prefers. */
export function fuse({ matches, nearest, named, textWeight }: Sides): FusedHit[] {
  const meanings = new Map(named.map((hit) => [hit.boiId, { hit, rank: null as number | null }]));
  for (const [index, hit] of nearest.entries()) meanings.set(hit.boiId, { hit, rank: index + 1 });
  const candidates = new Set([...nearest, ...matches.slice(0, CANDIDATES)].map(({ boiId }) => boiId));
  const textRanks = new Map<string, { readonly match: TextMatch; readonly rank: number }>();
  // Nearly every document has a word of the question: only the candidates' are kept.
  for (const [index, match] of matches.entries())
    if (candidates.has(match.boiId)) textRanks.set(match.boiId, { match, rank: index + 1 });
  const scored = [...candidates].map((boiId) => {
    const text = textRanks.get(boiId);
    const meaning = meanings.get(boiId);
    const sum = sumOf({ text: text?.match.score ?? 0, meaning: meaning?.hit.score ?? 0 }, textWeight);
    const hit = {
      boiId,
      score: toThousandths(sum),
      text: text?.match ?? null,
      meaning: meaning?.hit ?? null,
      ranks: { text: rankWithin(text?.rank), meaning: meaning?.rank ?? null },
    };
    return { sum, hit };
  });
  scored.sort((left, right) => right.sum - left.sum || (left.hit.boiId < right.hit.boiId ? -1 : 1));
  return scored.map(({ hit }) => hit);
}

/** `cosine + weight × text`, as 0 to 1, cosines in thousandths: stores round vectors in their own ways. */
export function sumOf(
  { text, meaning }: { readonly text: number; readonly meaning: number },
  textWeight: number,
): number {
  const sum = (toThousandths(meaning) + textWeight * text) / (1 + textWeight);
  return Math.min(1, Math.max(0, sum));
}

export function toThousandths(score: number): number {
  return Math.round(score * 1_000) / 1_000;
}

function rankWithin(rank: number | undefined): number | null {
  return rank === undefined || rank > CANDIDATES ? null : rank;
}

/** The timed parts of the hybrid search: two of them may run at once. */
type HybridPart =
  | "filter"
  | "encoding"
  | "words"
  | "vectors"
  | "merging"
  | "reranking"
  | "passages"
  | "reading";

/** Times a part and returns its result. */
export type TimePart = <Value>(part: HybridPart, work: () => Value | Promise<Value>) => Promise<Value>;

/** For callers that record no times. */
export const untimed: TimePart = async (_, work) => await work();
