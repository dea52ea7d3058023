import { hashMembers } from "../../db/ingestion/exports.ts";
import type { RunError } from "../../db/schema.ts";
import { BadRecord } from "../parse/bad-record.ts";
import { findIdentifier, parseRecord, type SourceRecord } from "../parse/record.ts";
import type { ExportFile } from "../sources/found.ts";
import { type Line, readLines } from "../sources/lines.ts";
import { type KnownRecords, recordKey } from "./known.ts";

/** What an export holds, known before anything of it is written. */
export interface Inventory {
  readonly file: ExportFile;
  /** Latest start of validity among the records, those of the future aside; null without any valid record. */
  readonly asOf: string | null;
  /** Sorted keys of its records; an unusable record whose identifier can be read counts by that alone. */
  readonly members: readonly string[];
  readonly membersHash: string;
  /** Hash of each line that the store does not hold, by line number. */
  readonly newLines: ReadonlyMap<number, string>;
  readonly rejected: readonly RunError[];
  /** Remarks on what is new, nothing being set aside. */
  readonly notes: readonly RunError[];
  /** False when a record cannot even be named, or the file seems cut: what it lacks is then unknown. */
  readonly isConclusive: boolean;
  readonly documents: number;
  readonly actualites: number;
}

/**
 * Reads an export through, writing nothing. A line that the store holds is recognised by its hash.
 * @param today records that start later do not date the export.
 * @param onLine told the size of each line once it is read.
 */
export async function takeInventory(
  file: ExportFile,
  known: KnownRecords,
  today: string,
  onLine: (bytes: number) => Promise<void>,
): Promise<Inventory> {
  const inventory = new Counter(file, known, today);
  for await (const line of readLines(file.path)) {
    inventory.add(line);
    await onLine(line.bytes.length);
  }
  return inventory.result();
}

/** Name of a line's content: what tells an unchanged line without parsing it. */
export function hashLine({ bytes }: Line): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("base64");
}

/** @throws {BadRecord} */
export function parseLine({ bytes }: Line): SourceRecord {
  return parseRecord(decode(bytes));
}

const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder();

function decode(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    throw new BadRecord("ligne qui n'est pas en UTF-8.", findIdentifier(lenient.decode(bytes)));
  }
}

interface Seen {
  readonly key: string;
  readonly boiId: string | null;
  readonly date: string;
}

class Counter {
  private readonly keys = new Set<string>();
  private readonly unusable = new Set<string>();
  private readonly newLines = new Map<number, string>();
  private readonly rejected: RunError[] = [];
  private readonly notes: RunError[] = [];
  /** Documents seen, to name those under several PGP numbers. */
  private readonly documents = new Set<string>();
  private asOf: string | null = null;
  private isConclusive = true;
  private contenus = 0;
  private actualites = 0;

  constructor(
    private readonly file: ExportFile,
    private readonly known: KnownRecords,
    private readonly today: string,
  ) {}

  add(line: Line): void {
    const hash = hashLine(line);
    const known = this.known.byRecordHash.get(hash);
    const seen = known ?? this.parse(line);
    if (seen === null) return;
    if (this.keys.has(seen.key)) {
      this.reject(
        line,
        seen.boiId ?? seen.key,
        "Doublon : une ligne précédente a le même identifiant, la même date et le même numéro PGP.",
      );
      return;
    }
    this.keys.add(seen.key);
    if (known === undefined) this.newLines.set(line.number, hash);
    this.countKind(seen, line, known === undefined);
    if (seen.date <= this.today && seen.date > (this.asOf ?? "")) this.asOf = seen.date;
  }

  result(): Inventory {
    const { file, asOf, newLines, rejected, notes, isConclusive, contenus, actualites } = this;
    const members = [...this.keys, ...this.unusable].sort();
    const membersHash = hashMembers(members);
    return {
      file,
      asOf,
      members,
      membersHash,
      newLines,
      rejected,
      notes,
      isConclusive,
      documents: contenus,
      actualites,
    };
  }

  private parse(line: Line): Seen | null {
    try {
      const record = parseLine(line);
      const key = recordKey(record);
      return record.kind === "contenu"
        ? { key, boiId: record.boiId, date: record.debutDeValidite }
        : { key, boiId: null, date: record.date };
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      this.reject(line, error.identifier, error.message);
      // A last line without its end says that the rest of the file may be missing.
      if (error.identifier === null || !line.isTerminated) this.isConclusive = false;
      else this.unusable.add(error.identifier);
      return null;
    }
  }

  private countKind({ boiId }: Seen, line: Line, isNew: boolean): void {
    if (boiId === null) {
      this.actualites += 1;
      return;
    }
    this.contenus += 1;
    if (this.documents.has(boiId) && isNew) {
      const message =
        "Plusieurs numéros PGP pour ce document : le plus récent est en vigueur, l'autre est gardé comme édition.";
      this.notes.push({ line: line.number, identifiant: boiId, message });
    }
    this.documents.add(boiId);
  }

  private reject(line: Line, identifiant: string | null, message: string): void {
    this.rejected.push({ line: line.number, identifiant, message });
  }
}
