import type { IndexableDocument } from "../../../db/ingestion/indexing.ts";

/** What keeps an index from holding the documents that it must, and nothing else. */
export interface Lag {
  /** Documents that it does not hold. */
  readonly added: readonly IndexableDocument[];
  /** Documents that it holds otherwise, or in part. */
  readonly changed: readonly IndexableDocument[];
  /** Identifiers of documents that it must not hold. */
  readonly extra: readonly string[];
}

/** How many of the documents of a lag are so no more. */
export interface Applied {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** @param held see `FullTextWriter.hashes`. */
export function lagOf(
  wanted: ReadonlyMap<string, IndexableDocument>,
  held: ReadonlyMap<string, string>,
): Lag {
  const differing = [...wanted.values()].filter(({ boiId, hash }) => held.get(boiId) !== hash);
  return {
    added: differing.filter(({ boiId }) => !held.has(boiId)),
    changed: differing.filter(({ boiId }) => held.has(boiId)),
    extra: [...held.keys()].filter((boiId) => !wanted.has(boiId)),
  };
}

/** Documents to add, replace or remove. */
export function sizeOf({ added, changed, extra }: Lag): number {
  return added.length + changed.length + extra.length;
}

/** @param held what the index holds after the lag was to be made up for. */
export function appliedOf({ added, changed, extra }: Lag, held: ReadonlyMap<string, string>): Applied {
  const isHeld = ({ boiId, hash }: IndexableDocument) => held.get(boiId) === hash;
  return {
    added: added.filter(isHeld).length,
    changed: changed.filter(isHeld).length,
    removed: extra.filter((boiId) => !held.has(boiId)).length,
  };
}
