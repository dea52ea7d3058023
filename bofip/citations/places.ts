/** The § that a citation names, and where it does. UTF-16 offsets. */
export interface Numbered {
  /** Number of a §, the first of a range; null when the whole document is cited. */
  readonly numero: string | null;
  /** Last of « § 130 à 150 », else null. */
  readonly numeroFin: string | null;
  /** Whether its § is written with the sign « § ». */
  readonly hasSign: boolean;
  /** Where the text cited is said to stand in its document: « II-A-1 »; empty when that is not said. */
  readonly sections: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** Where a document's name stands, with its date, and where all that is said of it ends. */
export interface Named {
  readonly start: number;
  readonly nameEnd: number;
  readonly end: number;
  /** Of the whole document, when no § of it is named. */
  readonly sections: readonly string[];
}

/** One place for each § of a document named once: its name goes with the § just before it, else with the next one. */
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

/** Places of which the last goes on to an offset: where all that is said of their document ends. */
export function endingAt<Item extends Numbered>(end: number, places: readonly Item[]): Item[] {
  return places.map((place, rank) => (rank === places.length - 1 ? { ...place, end } : place));
}
