import type { Marks } from "./port.ts";

/** The identities of the entries by which a store differs from what it must contain. */
export interface Lag {
  /** Missing entries. */
  readonly added: readonly string[];
  /** Entries that are outdated or incomplete. */
  readonly changed: readonly string[];
  /** Entries to remove. */
  readonly extra: readonly string[];
}

/** How many entries of a lag have been made up for. */
export interface Applied {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** @param wanted the mark that each required entry must have. */
export function lagOf(wanted: Marks, held: Marks): Lag {
  const differing = [...wanted].filter(([id, mark]) => held.get(id) !== mark).map(([id]) => id);
  return {
    added: differing.filter((id) => !held.has(id)),
    changed: differing.filter((id) => held.has(id)),
    extra: [...held.keys()].filter((id) => !wanted.has(id)),
  };
}

/** Entries to add, replace or remove. */
export function sizeOf({ added, changed, extra }: Lag): number {
  return added.length + changed.length + extra.length;
}

/** @param held the store's content after the update. */
export function appliedOf({ added, changed, extra }: Lag, wanted: Marks, held: Marks): Applied {
  const isApplied = (id: string) => held.get(id) === wanted.get(id);
  return {
    added: added.filter(isApplied).length,
    changed: changed.filter(isApplied).length,
    removed: extra.filter((id) => !held.has(id)).length,
  };
}
