import { SHORT_PREFIX_LENGTHS } from "../schema.ts";
import { BLOCK_DOCUMENTS, documentOf, entryOf } from "./entry.ts";

type Entries = readonly [term: string, entries: readonly number[]];

/** Postings of the short beginnings of words, from those of the words in one block, sorted. */
export function* beginningsOf(words: readonly Entries[]): Generator<Entries> {
  for (const length of SHORT_PREFIX_LENGTHS) {
    const long = words.filter(([word]) => word.length >= length);
    for (let start = 0, end = 0; start < long.length; start = end) {
      const beginning = beginningAt(long, start, length);
      while (end < long.length && beginningAt(long, end, length) === beginning) end += 1;
      yield [beginning, holdersOf(long.slice(start, end))];
    }
  }
}

function beginningAt(words: readonly Entries[], at: number, length: number): string {
  return words[at]?.[0].slice(0, length) ?? "";
}

/** An entry for each document that holds one of some words, once. */
function holdersOf(words: readonly Entries[]): number[] {
  const holds = new Uint8Array(BLOCK_DOCUMENTS);
  for (const [, entries] of words) for (const entry of entries) holds[documentOf(entry, 0)] = 1;
  const holders: number[] = [];
  for (let place = 0; place < BLOCK_DOCUMENTS; place++)
    if (holds[place] === 1) holders.push(entryOf(place, 1));
  return holders;
}
