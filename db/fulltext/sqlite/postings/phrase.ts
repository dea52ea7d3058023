import type { Database } from "bun:sqlite";
import { TITLE_WEIGHT } from "../schema.ts";
import { countOf, documentOf, entryOf, positionOf } from "./entry.ts";
import { isInTitle } from "./position.ts";
import { type PostingList, readTerm, readTermIn } from "./read.ts";

/** SQLite tells the length of a value without reading it. */
const SIZES = `
  SELECT term, sum(length(entries)) AS bytes FROM postings
  WHERE field = 'position' AND term IN (SELECT value FROM json_each(?)) GROUP BY term`;

/**
 * Postings of a phrase, as those of a term: the documents that hold its stems one after the other, in the title or in the
 * text, never across, and how many times; a time in the title counts for ten.
 */
export function readPhrase(database: Database, stems: readonly string[]): PostingList[] {
  const [rarest, ...others] = byRarity(database, stems);
  if (rarest === undefined) return [];
  let starts = readTerm(database, "position", rarest.stem).map((list) => shifted(list, rarest.rank));
  for (const { stem, rank } of others)
    starts = followed(starts, readTermIn(database, "position", stem, starts), rank);
  return starts.map(counted);
}

/** The stems with their ranks in the phrase, those with the fewest positions first; none when one has no position. */
function byRarity(
  database: Database,
  stems: readonly string[],
): { readonly stem: string; readonly rank: number }[] {
  const rows = database.query<{ term: string; bytes: number }, [string]>(SIZES).all(JSON.stringify(stems));
  const sizes = new Map(rows.map(({ term, bytes }) => [term, bytes]));
  const ranked = stems.map((stem, rank) => ({ stem, rank, bytes: sizes.get(stem) ?? 0 }));
  if (ranked.some(({ bytes }) => bytes === 0)) return [];
  return ranked.sort((one, other) => one.bytes - other.bytes);
}

/** Where phrases start that have a stem of some positions at a rank. */
function shifted(list: PostingList, rank: number): PostingList {
  return rank === 0 ? list : { ...list, entries: list.entries.map((entry) => entry - rank) };
}

/** Those of some starts of phrases that have a stem of some positions at a rank. */
function followed(
  starts: readonly PostingList[],
  lists: readonly PostingList[],
  rank: number,
): PostingList[] {
  const held = new Map(lists.map(({ first, entries }) => [first, entries]));
  const kept: PostingList[] = [];
  for (const start of starts) {
    const entries = startsWith(start.entries, held.get(start.first) ?? new Uint32Array(), rank);
    if (entries.length > 0) kept.push({ ...start, entries });
  }
  return kept;
}

/** Both rise: each is looked for further on than the last. */
function startsWith(starts: Uint32Array, entries: Uint32Array, rank: number): Uint32Array {
  const kept = new Uint32Array(Math.min(starts.length, entries.length));
  let count = 0;
  for (let index = 0, at = 0; index < starts.length && at < entries.length; index++) {
    const start = starts[index] ?? 0;
    at = firstFrom(entries, at, start + rank);
    if (entries[at] === start + rank) kept[count++] = start;
  }
  return kept.subarray(0, count);
}

/** Where the first entry is that is not under another, from a place on: by doubling steps, then by halves. */
function firstFrom(entries: Uint32Array, from: number, least: number): number {
  let [low, step] = [from, 1];
  while (low + step < entries.length && (entries[low + step] ?? 0) < least) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, entries.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** An entry a document, with how many of its positions there are. */
function counted(list: PostingList): PostingList {
  const { entries: positions } = list;
  const entries = new Uint32Array(positions.length);
  let held = 0;
  for (let at = 0; at < positions.length; at++) {
    const position = positions[at] ?? 0;
    const place = documentOf(position, 0);
    const isNext = held === 0 || documentOf(entries[held - 1] ?? 0, 0) !== place;
    if (isNext) entries[held++] = entryOf(place, 0);
    const count = countOf(entries[held - 1] ?? 0) + (isInTitle(positionOf(position)) ? TITLE_WEIGHT : 1);
    entries[held - 1] = entryOf(place, count);
  }
  return { ...list, entries: entries.subarray(0, held) };
}
