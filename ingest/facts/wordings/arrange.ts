import type { KnownWording } from "../../../db/ingestion/editions.ts";
import { currentWording } from "../../../db/records/current-wording.ts";

/** A text of an edition, from a source. */
interface Reception extends Pick<KnownWording, "sourceKind" | "sourceOrder" | "titre" | "empreinte"> {
  /** Order of the next source of its kind that contains the edition; null for the latest. */
  readonly next: string | null;
}

/** A wording to add: the one received, or a stored one that a later source gave again. */
export interface NewWording extends Pick<KnownWording, "sourceKind" | "sourceOrder" | "titre" | "empreinte"> {
  /** Null for the one received. */
  readonly again: KnownWording | null;
}

/** How a reception changes the wordings of an edition. */
export interface Arrangement {
  readonly added: readonly NewWording[];
  /** A known wording that an earlier source turns out to have given first. */
  readonly redated: { readonly id: number; readonly sourceOrder: string } | null;
  readonly current: KnownWording | NewWording;
}

/**
 * Places a text among those that its kind of source gave of an edition: it is a wording when it differs from the
 * previous one. The result does not depend on the order in which sources are received: a late source with another text
 * splits the period of the wording in which it falls, and one with the next wording's text starts that wording earlier.
 * @param held every stored wording of the edition, grouped by kind, in order.
 */
export function arrange(held: readonly KnownWording[], received: Reception): Arrangement {
  const own = held.filter(({ sourceKind }) => sourceKind === received.sourceKind);
  const before = own.findLast(({ sourceOrder }) => sourceOrder <= received.sourceOrder);
  const after = own.find(({ sourceOrder }) => sourceOrder > received.sourceOrder);
  if (before !== undefined && saysSame(before, received)) return arranged(held, [], null);
  const { sourceKind, sourceOrder, titre, empreinte, next } = received;
  const added = { sourceKind, sourceOrder, titre, empreinte, again: null };
  const isFollowed = next !== null && (after === undefined || after.sourceOrder > next);
  if (isFollowed && before !== undefined)
    return arranged(held, [added, { ...before, sourceOrder: next, again: before }], null);
  if (next !== null && after !== undefined && saysSame(after, received))
    return arranged(held, [], { id: after.id, sourceOrder });
  return arranged(held, [added], null);
}

/** Whether two texts are one wording: links and mark-up make no difference. */
export function saysSame(
  one: Pick<KnownWording, "titre" | "empreinte">,
  other: Pick<KnownWording, "titre" | "empreinte">,
): boolean {
  return one.empreinte === other.empreinte && one.titre === other.titre;
}

function arranged(
  held: readonly KnownWording[],
  added: readonly NewWording[],
  redated: Arrangement["redated"],
): Arrangement {
  const dated = held.map((wording) => (wording.id === redated?.id ? { ...wording, ...redated } : wording));
  const current = currentWording([...dated, ...added].sort(bySourceOrder));
  if (current === undefined) throw new Error("an edition has a wording");
  return { added, redated, current };
}

/** Stable: of two sources of one order, the one received last comes last. */
function bySourceOrder(
  one: Pick<KnownWording, "sourceOrder">,
  other: Pick<KnownWording, "sourceOrder">,
): number {
  if (one.sourceOrder === other.sourceOrder) return 0;
  return one.sourceOrder < other.sourceOrder ? -1 : 1;
}
