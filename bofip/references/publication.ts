/** A document or an actualité, as a person names it; a field that is not told is null. */
export interface NamedPublication {
  /** Without date, in capitals. */
  readonly boiId: string | null;
  readonly actualite: string | null;
  /** Number of the source. */
  readonly pgp: number | null;
  /** Day of the edition, `YYYY-MM-DD`. */
  readonly date: string | null;
  /** Whether the day is one on which the edition was in force, rather than the one that it began. */
  readonly isWithin: boolean;
  readonly numero: string | null;
  /** Whether the identifier is written without « BOI », as words of a search may be. */
  readonly isBare: boolean;
}

export const NAMELESS: NamedPublication = {
  boiId: null,
  actualite: null,
  pgp: null,
  date: null,
  isWithin: false,
  numero: null,
  isBare: false,
};

/** What two mentions tell of one publication; null when they disagree, and are of two. */
export function joinPublications(one: NamedPublication, other: NamedPublication): NamedPublication | null {
  const isOne = (["boiId", "actualite", "pgp", "date", "numero"] as const).every(
    (field) => one[field] === null || other[field] === null || one[field] === other[field],
  );
  if (!isOne) return null;
  return {
    boiId: one.boiId ?? other.boiId,
    actualite: one.actualite ?? other.actualite,
    pgp: one.pgp ?? other.pgp,
    date: one.date ?? other.date,
    isWithin: one.date === null ? other.isWithin : one.isWithin,
    numero: one.numero ?? other.numero,
    isBare: one.isBare && other.isBare,
  };
}
