import { digestOf, type StoreDigest } from "../../db/engine/digest.ts";

/** Entry of an index's digest for a document. */
function indexEntry(boiId: string, hash: string): string {
  return `${boiId} ${hash}`;
}

/** @param hashes see `FullTextWriter.hashes`. */
export function digestIndex(hashes: ReadonlyMap<string, string>): StoreDigest {
  return digestOf(hashes.entries().map(([boiId, hash]) => indexEntry(boiId, hash)));
}
