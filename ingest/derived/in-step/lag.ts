import type { Marks } from "./port.ts";

/** What keeps a store from holding the entries that it must, and nothing else; by their identities. */
export interface Lag {
  /** Entries that it does not hold. */
  readonly added: readonly string[];
  /** Entries that it holds otherwise, or in part. */
  readonly changed: readonly string[];
  /** Entries that it must not hold. */
  readonly extra: readonly string[];
}

/** How many of the entries of a lag are so no more. */
export interface Applied {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** @param wanted what the store must say of each entry that it must hold. */
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

/** @param held what the store holds after the lag was to be made up for. */
export function appliedOf({ added, changed, extra }: Lag, wanted: Marks, held: Marks): Applied {
  const isApplied = (id: string) => held.get(id) === wanted.get(id);
  return {
    added: added.filter(isApplied).length,
    changed: changed.filter(isApplied).length,
    removed: extra.filter((id) => !held.has(id)).length,
  };
}
