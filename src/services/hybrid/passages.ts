import type { NamedPassages, Passage, PassageHit } from "../../../db/queries/passages.ts";
import type { PassageMatch } from "../../../search/stems/passage-matches.ts";
import type { VectorHit } from "../../../search/vectors/port.ts";
import { PASSAGE_TEXT_WEIGHT } from "../../../search/weights.ts";
import { sumOf, toThousandths } from "./fusion.ts";

/** How many passages a hit shows: one is right for six questions in ten, one of three for more than eight. */
const SHOWN = 3;

/** How many passages of a document each side proposes. */
export const PROPOSED = 8;

/** The scores of passages on both sides, lexical and semantic. */
export interface PassageScores {
  readonly matches: readonly PassageMatch[];
  readonly nearest: readonly VectorHit[];
}

/** A passage of a hit. */
export interface ScoredPassage extends Passage {
  /** 0 to 1, in thousandths. */
  readonly score: number;
  /** Which of the two it owes most of it to. */
  readonly owes: "text" | "meaning";
}

/** The passages that either side proposes, by document. */
export function namePassages({ matches, nearest }: PassageScores): NamedPassages[] {
  const named = new Map<string, { positions: number[]; textHashes: string[] }>();
  const of = (boiId: string) => {
    const known = named.get(boiId) ?? { positions: [], textHashes: [] };
    named.set(boiId, known);
    return known;
  };
  for (const { boiId, position } of matches) of(boiId).positions.push(position);
  for (const { boiId, textHash } of nearest) of(boiId).textHashes.push(textHash);
  return [...named].map(([boiId, passages]) => ({ boiId, ...passages }));
}

/**
 * The passages of a document that best answer a question, best first, ties in text order: by words and meaning, as
 * documents are (`fuse`). Of those that begin in the same §, the best.
 */
export function bestPassages(
  { boi_id: boiId, passages }: Pick<PassageHit, "boi_id" | "passages">,
  { matches, nearest }: PassageScores,
): ScoredPassage[] {
  const texts = new Map(ofDocument(matches, boiId).map(({ position, score }) => [position, score]));
  const cosines = new Map(ofDocument(nearest, boiId).map(({ textHash, score }) => [textHash, score]));
  // A passage that the meaning does not propose is no nearer than those that it does.
  const least = Math.min(...cosines.values(), 1);
  const scored = passages.map((passage) => {
    const text = texts.get(passage.position) ?? 0;
    const meaning = cosines.get(passage.textHash) ?? (cosines.size === 0 ? 0 : least);
    const owes = PASSAGE_TEXT_WEIGHT * text > meaning ? ("text" as const) : ("meaning" as const);
    return { ...passage, score: sumOf({ text, meaning }, PASSAGE_TEXT_WEIGHT), owes };
  });
  scored.sort((left, right) => right.score - left.score || left.position - right.position);
  const begun = new Set<string | null>();
  const distinct = scored.filter(({ paragraphe }) => {
    const isNew = paragraphe === null || !begun.has(paragraphe);
    begun.add(paragraphe);
    return isNew;
  });
  return distinct.slice(0, SHOWN).map((passage) => ({ ...passage, score: toThousandths(passage.score) }));
}

function ofDocument<Named extends { readonly boiId: string }>(all: readonly Named[], boiId: string): Named[] {
  return all.filter((one) => one.boiId === boiId);
}
