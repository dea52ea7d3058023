/** The § that a citation names, and its position. UTF-16 offsets. */
export interface Numbered {
  /** Number of a §, the first of a range; null when the whole document is cited. */
  readonly numero: string | null;
  /** Last of « § 130 à 150 », else null. */
  readonly numeroFin: string | null;
  /** Whether the § is written with the sign « § ». */
  readonly hasSign: boolean;
  /** Where the citation locates the cited text in its document: « II-A-1 »; empty when not stated. */
  readonly sections: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** Position of a document's name with its date, and the end of everything stated about it. */
interface Named {
  readonly start: number;
  readonly nameEnd: number;
  readonly end: number;
  /** Location in the whole document, when no § is named. */
  readonly sections: readonly string[];
}

/**
 * Returns one place for each § of a document named once: the name goes with the § just before it, else with the next
 * one.
 */
export function placesOf(
  { start, nameEnd, end, sections }: Named,
  before: readonly Numbered[],
  after: readonly Numbered[],
): Numbered[] {
  const places: Numbered[] = [...before, ...after];
  const named = Math.max(0, before.length - 1);
  const own = places[named] ?? { numero: null, numeroFin: null, hasSign: false, sections, start, end };
  places[named] = before.length > 0 ? { ...own, end: nameEnd } : { ...own, start };
  return endingAt(end, places);
}

/** Extends the last place to an offset: the end of everything stated about the document. */
export function endingAt<Item extends Numbered>(end: number, places: readonly Item[]): Item[] {
  return places.map((place, rank) => (rank === places.length - 1 ? { ...place, end } : place));
}
