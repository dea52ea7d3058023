import { SHORT_PREFIX_LENGTHS } from "../schema.ts";
import { BLOCK_DOCUMENTS, documentOf, entryOf } from "./entry.ts";

type Entries = readonly [term: string, entries: Uint32Array];

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
function holdersOf(words: readonly Entries[]): Uint32Array {
  const holds = new Uint8Array(BLOCK_DOCUMENTS);
  let count = 0;
  for (const [, entries] of words) count += mark(entries, holds);
  const holders = new Uint32Array(count);
  let at = 0;
  for (let place = 0; place < BLOCK_DOCUMENTS; place++)
    if (holds[place] === 1) holders[at++] = entryOf(place, 1);
  return holders;
}

/** How many of the documents were not marked yet. */
function mark(entries: Uint32Array, holds: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < entries.length; at++) {
    const place = documentOf(entries[at] ?? 0, 0);
    count += 1 - (holds[place] ?? 0);
    holds[place] = 1;
  }
  return count;
}
