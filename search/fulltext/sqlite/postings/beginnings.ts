import { SHORT_PREFIX_LENGTHS } from "../schema.ts";
import { documentOf, entryOf } from "./entry.ts";
import { mergeEntries } from "./merge.ts";

type Entries = readonly [term: string, entries: Uint32Array];

/** Postings of short prefixes, from the sorted postings of the words in one block. */
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

/** One entry for each document that contains one of several words. */
function holdersOf(words: readonly Entries[]): Uint32Array {
  const merged = mergeEntries(words.map(([, entries]) => entries));
  return merged.map((entry) => entryOf(documentOf(entry, 0), 1));
}
