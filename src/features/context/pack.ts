import { sentenceStarts, wordEnd } from "../../../search/fulltext/excerpt/beginnings.ts";
import type { Reason } from "./ranked.ts";

/** A § that may be given, with its words. */
export interface Candidate {
  /** Identifies it. */
  readonly key: string;
  readonly reason: Reason;
  /** Whether it was found, and is thus missed when it does not fit. */
  readonly isFound: boolean;
  readonly texte: string;
  /** Identifies its words: a § copied into another document is not given twice. */
  readonly empreinte: string;
}

/** A § of a pack: `texte` is whole unless `isCut`. */
export type Packed<One extends Candidate> = One & { readonly isCut: boolean };

interface Pack<One extends Candidate> {
  readonly elements: readonly Packed<One>[];
  /** Code points of their texts. */
  readonly used: number;
  /** How many of those found did not fit. */
  readonly omitted: number;
}

/** Share of the budget for the § that the chosen ones send to: the rest is for what was found. */
const SENT_TO_SHARE = 0.25;

/** Share of the budget for the articles that the § given comment on. */
const LAW_SHARE = 1 / 3;

/** An article shortened to less than this says nothing of use. */
const FEWEST_OF_LAW = 300;

/**
 * Fills a budget of code points: each § that still fits, most relevant first, followed by the article that it comments on
 * and by those that it sends to, in order. One that exceeds the budget alone is cut at a sentence when first, else left
 * out; likewise an article and its share.
 */
export function fillPack<One extends Candidate>(
  ranked: readonly One[],
  sentTo: (one: One) => readonly One[],
  budget: number,
  lawOf: (one: One) => One | null = () => null,
): Pack<One> {
  const elements: Packed<One>[] = [];
  const given = new Set<string>();
  const left = {
    all: budget,
    sentTo: Math.floor(budget * SENT_TO_SHARE),
    law: Math.floor(budget * LAW_SHARE),
  };
  const share = left.law;
  let omitted = 0;
  const giveLaw = (law: One | null) => {
    if (law === null || given.has(law.key)) return;
    const most = Math.min(left.all, left.law);
    const length = lengthWithin(law.texte, most);
    const isCut = length === null && left.law === share && most >= FEWEST_OF_LAW;
    if (length === null && !isCut) return;
    const texte = isCut ? cutAtSentence(law.texte, most) : law.texte;
    const taken = length ?? lengthOf(texte);
    give({ ...law, texte }, taken, isCut);
    left.law -= taken;
  };
  const give = (one: One, length: number, isCut = false) => {
    elements.push({ ...one, isCut });
    given.add(one.key).add(one.empreinte);
    left.all -= length;
  };
  for (const one of ranked) {
    if (given.has(one.key)) continue;
    const length = lengthWithin(one.texte, left.all);
    if (length === null && elements.length === 0) {
      const texte = cutAtSentence(one.texte, budget);
      give({ ...one, texte }, lengthOf(texte), true);
    }
    if (length === null) {
      if (one.isFound && !given.has(one.empreinte)) omitted += 1;
      continue;
    }
    if (given.has(one.empreinte)) continue;
    give(one, length);
    giveLaw(lawOf(one));
    for (const next of sentTo(one)) {
      const nextLength = lengthWithin(next.texte, Math.min(left.all, left.sentTo));
      if (nextLength === null || given.has(next.key) || given.has(next.empreinte)) continue;
      give(next, nextLength);
      left.sentTo -= nextLength;
    }
  }
  return { elements, used: budget - left.all, omitted };
}

/** Length of a text as budgets count it, in code points; null when it exceeds `most`, however long it is. */
function lengthWithin(text: string, most: number): number | null {
  // A code point is at most two UTF-16 units.
  if (text.length > 2 * most) return null;
  const length = lengthOf(text);
  return length <= most ? length : null;
}

/** Length of a text in code points. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** The beginning of a text longer than `most` code points, to its last whole sentence, or word within the first one. */
export function cutAtSentence(text: string, most: number): string {
  const end = offsetOf(text, most);
  const start = sentenceStarts(text, 1, end).at(-1);
  const cut = start ?? wordEnd(text, 0, end) ?? end;
  return text.slice(0, cut).trimEnd();
}

/** UTF-16 offset of a code point. */
function offsetOf(text: string, codePoint: number): number {
  let offset = 0;
  for (let at = 0; at < codePoint && offset < text.length; at += 1)
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  return offset;
}
