import type { PgpHolder } from "../../db/ingestion/pgp-links.ts";
import type { RunError } from "../../db/schema.ts";
import type { Journal } from "../journal/journal.ts";
import { Memory } from "../journal/memory.ts";
import { parseArchived } from "../parse/archived.ts";
import { BadRecord } from "../parse/bad-record.ts";
import { deriveEdition } from "../parse/derive.ts";
import type { ContenuRecord } from "../parse/record.ts";
import type { ArchiveFile } from "../sources/archive/file.ts";
import type { ArchiveDocument } from "../sources/archive/item.ts";
import { readArchive } from "../sources/archive/read.ts";
import { recordKey } from "./known.ts";

/** What an archive holds, known before anything of it is written. */
export interface ArchiveInventory {
  readonly file: ArchiveFile;
  /** Folders of the documents that can be used. */
  readonly usable: ReadonlySet<string>;
  /** Sorted keys of their records. */
  readonly members: readonly string[];
  readonly holders: readonly PgpHolder[];
  /** Shells of withdrawn and moved documents, by their identifier: start of the latest. */
  readonly shells: ReadonlyMap<string, string>;
  readonly rejected: readonly RunError[];
}

/**
 * Reads an archive through, writing nothing.
 * @throws {IngestionFault} when it is cut, damaged or beyond all measure: no part of it may be used.
 */
export async function takeArchiveInventory(
  file: ArchiveFile,
  journal: Journal,
  signal: AbortSignal,
): Promise<ArchiveInventory> {
  const counter = new Counter(file);
  const memory = new Memory();
  let done = 0;
  for await (const item of readArchive(file, signal)) {
    if (item.kind === "document") {
      counter.add(item.document);
      memory.spent(sizeOf(item.document));
    } else counter.reject(item.path, null, item.message);
    done += 1;
    await journal.advance({ done, total: done });
  }
  return counter.result();
}

/** Characters of an edition's two files. */
export function sizeOf({ xml, html }: ArchiveDocument): number {
  return xml.length + (html?.length ?? 0);
}

/** A shell is a notice of some hundred characters: longer pages are not worth a look. */
const MAX_SHELL_LENGTH = 8 * 1024;

class Counter {
  private readonly usable = new Set<string>();
  private readonly keys = new Set<string>();
  private readonly holders: PgpHolder[] = [];
  private readonly shells = new Map<string, string>();
  private readonly rejected: RunError[] = [];

  constructor(private readonly file: ArchiveFile) {}

  add(document: ArchiveDocument): void {
    try {
      this.addRecord(document.path, parseArchived(document));
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      this.reject(document.path, error.identifier, error.message);
    }
  }

  /** @param path where in the archive. */
  reject(path: string, identifiant: string | null, reason: string): void {
    const message = `${this.file.name}, ${path} : ${reason}`;
    this.rejected.push({ line: null, identifiant, message });
  }

  result(): ArchiveInventory {
    const { file, usable, keys, holders, shells, rejected } = this;
    return { file, usable, members: [...keys].sort(), holders, shells, rejected };
  }

  private addRecord(path: string, record: ContenuRecord): void {
    const key = recordKey(record);
    const { boiId, pgp, debutDeValidite: date } = record;
    if (this.keys.has(key)) {
      const reason = "Doublon : un autre dossier a le même identifiant, la même date et le même numéro PGP.";
      this.reject(path, boiId, reason);
      return;
    }
    this.keys.add(key);
    this.usable.add(path);
    this.holders.push({ pgp, boiId, date });
    if (isShell(record) && date > (this.shells.get(boiId) ?? "")) this.shells.set(boiId, date);
  }
}

function isShell({ boiId, html, texte }: ContenuRecord): boolean {
  if (html === null || html.length > MAX_SHELL_LENGTH) return false;
  return deriveEdition({ id: boiId, html, texte }).shell !== null;
}
