import { TITLE_WEIGHT } from "../schema.ts";
import { countOf, documentOf, entryOf, positionOf } from "./entry.ts";
import { isInTitle } from "./position.ts";
import type { PostingList, Postings } from "./read-postings.ts";

/**
 * Postings of a phrase, like those of a term: the documents that contain its stems in sequence, within the title or
 * the text, and the number of occurrences; one in the title counts for ten.
 */
export function readPhrase(postings: Postings, stems: readonly string[]): PostingList[] {
  const [rarest = 0, ...others] = postings.byRarity("position", stems);
  let found = postings.ofTerm("position", stems[rarest] ?? "");
  for (const rank of others) {
    if (found.length === 0) break;
    found = besides(found, postings.ofTermBeside("position", stems[rank] ?? "", found), rank - rarest);
  }
  return found.map(counted);
}

/** The positions that have one of the others at this distance after them (before, if negative). */
function besides(
  found: readonly PostingList[],
  others: readonly PostingList[],
  distance: number,
): PostingList[] {
  const byBlock = new Map(others.map(({ first, entries }) => [first, entries]));
  const kept: PostingList[] = [];
  for (const list of found) {
    const entries = keepBeside(list.entries, byBlock.get(list.first) ?? new Uint32Array(), distance);
    if (entries.length > 0) kept.push({ ...list, entries });
  }
  return kept;
}

/** Above this ratio, the longer list is skipped through rather than read. */
const FAR_MORE = 16;

/** Both lists are increasing. */
function keepBeside(found: Uint32Array, others: Uint32Array, distance: number): Uint32Array {
  const kept = new Uint32Array(Math.min(found.length, others.length));
  const areFar = others.length > FAR_MORE * found.length;
  let count = 0;
  for (let index = 0, at = 0; index < found.length && at < others.length; index++) {
    const position = found[index] ?? 0;
    const beside = position + distance;
    at = areFar ? skipTo(others, at, beside) : readTo(others, at, beside);
    if (others[at] === beside) kept[count++] = position;
  }
  return kept.subarray(0, count);
}

/** Index of the first number not below `least`, from an index on. */
function readTo(numbers: Uint32Array, from: number, least: number): number {
  let at = from;
  while (at < numbers.length && (numbers[at] ?? 0) < least) at += 1;
  return at;
}

/** The same by exponential, then binary search. */
function skipTo(numbers: Uint32Array, from: number, least: number): number {
  let [low, step] = [from, 1];
  while (low + step < numbers.length && (numbers[low + step] ?? 0) < least) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, numbers.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** One entry per document, with the number of its positions. */
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
