import { countTerms, dampen } from "./terms.ts";

/** A passage as training reads it, twice: the numbers of its stems, and their weights. */
export interface CountedPassage {
  readonly stems: Uint32Array;
  /** (1 + ln count) / √(distinct stems of the passage). */
  readonly weights: Float32Array;
}

export interface CountedCorpus {
  readonly passages: readonly CountedPassage[];
  /** Number of each stem; numbers below `shared` are stems of several passages, the others of one. */
  readonly stems: ReadonlyMap<string, number>;
  readonly shared: number;
  /** By stem: number of passages that contain it. */
  readonly frequencies: Uint32Array;
}

/** Reads the passages of a corpus once, and keeps what training needs: 8 bytes per stem and passage. */
export async function countCorpus(texts: AsyncIterable<string> | Iterable<string>): Promise<CountedCorpus> {
  const numbers = new Map<string, number>();
  const frequencies: number[] = [];
  const passages: CountedPassage[] = [];
  for await (const text of texts) passages.push(countPassage(text, numbers, frequencies));
  return sortStems(passages, numbers, frequencies);
}

/** Numbers stems in order of appearance. */
function countPassage(text: string, numbers: Map<string, number>, frequencies: number[]): CountedPassage {
  const terms = countTerms(text);
  const stems = Uint32Array.from(terms.keys(), (stem) => {
    const number = numbers.get(stem) ?? numbers.size;
    numbers.set(stem, number);
    frequencies[number] = (frequencies[number] ?? 0) + 1;
    return number;
  });
  const length = Math.sqrt(terms.size);
  return { stems, weights: Float32Array.from(terms.values(), (count) => dampen(count) / length) };
}

/** Renumbers the stems in place, with those of several passages first. */
function sortStems(
  passages: readonly CountedPassage[],
  numbers: ReadonlyMap<string, number>,
  frequencies: readonly number[],
): CountedCorpus {
  const isShared = ([, number]: readonly [string, number]) => (frequencies[number] ?? 0) > 1;
  const shared = [...numbers].filter(isShared);
  const sorted = [...shared, ...[...numbers].filter((entry) => !isShared(entry))];
  const newNumbers = new Uint32Array(sorted.length);
  for (const [newNumber, [, number]] of sorted.entries()) newNumbers[number] = newNumber;
  for (const { stems } of passages) renumber(stems, newNumbers);
  return {
    passages,
    stems: new Map(sorted.map(([stem], newNumber) => [stem, newNumber])),
    shared: shared.length,
    frequencies: Uint32Array.from(sorted, ([, number]) => frequencies[number] ?? 0),
  };
}

function renumber(stems: Uint32Array, newNumbers: Uint32Array): void {
  for (let i = 0; i < stems.length; i++) stems[i] = newNumbers[stems[i] ?? 0] ?? 0;
}
