import { sha256 } from "../../bofip/text/fingerprint.ts";
import { officialContent } from "../records/official-content.ts";
import type { SourceKind } from "../schema/documents.ts";
import { brokenColumn } from "./seals.ts";

/** A source record as the store holds it, and what it is checked against. */
export interface StoredRecord {
  /** Compressed by zstd. */
  readonly raw: Uint8Array;
  readonly sourceKind: SourceKind;
  /** Seal of `raw`; null when there is none. */
  readonly seal: string | null;
  /** SHA-256 of its official bytes; null when they were not kept as received. */
  readonly empreinteSource: string | null;
}

/** Release 1.4.0 kept it of a line that begins with a byte order mark, whatever the line said. */
const NOTHING = sha256("");

/** The record as it was received; null when what is stored is no longer it, and nothing is to be derived from it. */
export function unpackRecord({ raw, sourceKind, seal, empreinteSource }: StoredRecord): Buffer | null {
  if (seal !== null && brokenColumn({ raw: seal }, { raw }) !== null) return null;
  const record = decompressed(raw);
  if (record === null || empreinteSource === null || empreinteSource === NOTHING) return record;
  return sha256(officialContent(sourceKind, record)) === empreinteSource ? record : null;
}

function decompressed(raw: Uint8Array): Buffer | null {
  try {
    return Bun.zstdDecompressSync(raw);
  } catch {
    return null;
  }
}
