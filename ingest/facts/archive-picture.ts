import { type Publisher, PublisherTally } from "../../bofip/sources/publisher.ts";
import { NUMBER_CLASS } from "../../bofip/text/contenu-html.ts";
import type { PgpHolder } from "../../db/ingestion/pgp-links.ts";
import type { Journal } from "../journal/journal.ts";
import { deriveEdition } from "../parse/derive.ts";
import type { ContenuRecord } from "../parse/record.ts";
import type { ArchiveFile } from "../sources/archive/file.ts";
import { type Inventory, type InventoryObserver, type Seen, takeInventory } from "./inventory.ts";
import { holderOf } from "./pgp-names.ts";
import { archiveRecords } from "./records/archive.ts";

/** The content of an archive beyond its records; what it lacks is no evidence. */
export interface ArchivePicture extends Inventory {
  readonly file: ArchiveFile;
  readonly holders: readonly PgpHolder[];
  /** Tombstones of withdrawn and moved documents, by their identifier: start of the latest. */
  readonly tombstones: ReadonlyMap<string, string>;
  /** Null for an archive without any usable document. */
  readonly publisher: Publisher | null;
}

/**
 * Reads an archive through, writing nothing.
 * @throws {IngestionFault} when it is truncated, damaged or over the limits: no part of it may be used.
 */
export async function takeArchivePicture(
  file: ArchiveFile,
  journal: Journal,
  signal: AbortSignal,
): Promise<ArchivePicture> {
  const viewer = new Viewer();
  let done = 0;
  const onItem = async () => {
    done += 1;
    await journal.advance({ done, total: done });
  };
  const inventory = await takeInventory(archiveRecords(file, signal), null, viewer, onItem);
  const { holders, tombstones, publishers } = viewer;
  return { ...inventory, file, holders, tombstones, publisher: publishers.publisher };
}

class Viewer implements InventoryObserver {
  readonly holders: PgpHolder[] = [];
  readonly tombstones = new Map<string, string>();
  readonly publishers = new PublisherTally();

  saw({ record }: Seen): void {
    if (record?.kind !== "contenu") return;
    this.publishers.add(record);
    const { boiId, debutDeValidite: date } = record;
    const holder = holderOf(record);
    if (holder !== null) this.holders.push(holder);
    if (isTombstone(record) && date > (this.tombstones.get(boiId) ?? "")) this.tombstones.set(boiId, date);
  }
}

/** A document with § is none, and most of those are long: they need no reading. */
function isTombstone({ boiId, titre, html, texte }: ContenuRecord): boolean {
  if (html?.includes(NUMBER_CLASS) === true) return false;
  return deriveEdition({ id: boiId, titre, html, texte }).tombstone !== null;
}
