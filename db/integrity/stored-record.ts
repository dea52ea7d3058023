import { Type } from "@sinclair/typebox";
import { sha256 } from "../../bofip/text/characters.ts";
import { InvalidJson, jsonParser, Nullable } from "../engine/parse-json.ts";
import type { SourceKind } from "../schema/documents.ts";
import { brokenColumn } from "./seals.ts";

/** A stored source record, and what it is checked against. */
export interface StoredRecord {
  /** Compressed by zstd. */
  readonly raw: Uint8Array;
  readonly sourceKind: SourceKind;
  /** Seal of `raw`; null when there is none. */
  readonly seal: string | null;
  /** SHA-256 of its official bytes; null when they were not kept as received. */
  readonly empreinteSource: string | null;
}

/** Release 1.4.0 stored it for any line that begins with a byte order mark. */
const NOTHING = sha256("");

/** The record as received; null when the stored one differs, and nothing is to be derived from it. */
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

const Field = Type.Optional(Nullable(Type.String()));
const parseLine = jsonParser(Type.Object({ contenu_html: Field, contenu: Field }));
const parseArchived = jsonParser(Type.Object({ html: Field }));

/**
 * The official content of a stored record, as published: the HTML of an export's line (its plain text when it has
 * none), or `data.html` of an archive. Its UTF-8 is the official bytes.
 * @param raw a line of an export, or what `encodeArchived` returns.
 */
export function officialContent(kind: SourceKind, raw: Uint8Array): string {
  // White space and a byte order mark around a record are not part of it (`parseRecord`).
  const text = Buffer.from(raw).toString().trim();
  if (kind === "archive") {
    const record = parseArchived(text);
    return record instanceof InvalidJson ? "" : (record.html ?? "");
  }
  const record = parseLine(text);
  return record instanceof InvalidJson ? "" : (record.contenu_html ?? record.contenu ?? "");
}
