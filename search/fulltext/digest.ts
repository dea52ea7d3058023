import { digestOf, type StoreDigest } from "../../db/engine/digest.ts";

/** What an index says of a document that it holds: an entry of its digest. */
export function indexEntry(boiId: string, hash: string): string {
  return `${boiId} ${hash}`;
}

/** @param hashes see `FullTextWriter.hashes`. */
export function digestIndex(hashes: ReadonlyMap<string, string>): StoreDigest {
  return digestOf(hashes.entries().map(([boiId, hash]) => indexEntry(boiId, hash)));
}
