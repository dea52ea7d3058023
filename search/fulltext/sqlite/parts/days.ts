import type { Database } from "bun:sqlite";
import { type DatedText, dayNumber, type SearchedEditions } from "../../../../db/engine/dated-texts.ts";
import { areNumbers, BLOCK_DOCUMENTS, blockOf, bytesOf, numbersOf } from "../postings/read-postings.ts";
import { SealChanges } from "../seals/changes.ts";
import { assertSealed, readSeals, type Seal, type SealKey, sealOfContent } from "../seals/read-seals.ts";

/** Numbers of a text: its first day, the first one after it, whether it is the last one of a document that ended. */
const NUMBERS = 3;
/** After every day: no end is known. */
const NO_END = 99_999_999;

const READ = "SELECT '' AS term, block, days FROM days";
const WRITE = "INSERT INTO days (block, days) VALUES (?, ?) ON CONFLICT DO UPDATE SET days = excluded.days";

/** When the texts of one file are in force, by their numbers. */
export class Days {
  constructor(private readonly numbers: Uint32Array) {}

  /** Whether a search looks at a past text. */
  isSearched(id: number, editions: SearchedEditions): boolean {
    const at = id * NUMBERS;
    if (editions.kind === "last") return this.numbers[at + 2] === 1;
    if (editions.kind === "in force") return false;
    const day = dayNumber(editions.day);
    return (this.numbers[at] ?? 0) <= day && day < (this.numbers[at + 1] ?? 0);
  }
}

/** Reads when every text is in force; `capacity` is above every number. @throws {StoreDamaged} */
export function readDays(database: Database, capacity: number): Days {
  const numbers = new Uint32Array(capacity * NUMBERS);
  for (const { block, days } of readBlocks(database))
    numbers.set(numbersOf(days), block * BLOCK_DOCUMENTS * NUMBERS);
  return new Days(numbers);
}

/** Changes of days within one transaction. Those of a text that is removed stay: no other takes its number. */
export class DayChanges {
  private readonly blocks = new Map<number, Uint32Array>();

  constructor(private readonly database: Database) {}

  set(id: number, { debut, fin, place }: DatedText): void {
    const block = blockOf(id);
    const numbers = this.blocks.get(block) ?? this.read(block);
    const end = fin === null ? NO_END : dayNumber(fin);
    numbers.set([dayNumber(debut), end, place === "last" ? 1 : 0], (id % BLOCK_DOCUMENTS) * NUMBERS);
    this.blocks.set(block, numbers);
  }

  write(): void {
    const statement = this.database.query(WRITE);
    const seals = new SealChanges(this.database);
    for (const [block, numbers] of this.blocks) {
      const bytes = bytesOf(numbers);
      statement.run(block, bytes);
      const key = { field: "days", term: "", block } as const;
      seals.set(key, sealOfContent(key, bytes));
    }
    this.blocks.clear();
  }

  private read(block: number): Uint32Array {
    const [known] = readBlocks(this.database, block);
    return known === undefined ? new Uint32Array(BLOCK_DOCUMENTS * NUMBERS) : numbersOf(known.days);
  }
}

interface Row {
  readonly term: string;
  readonly block: number;
  readonly days: Uint8Array;
}

/** Every block, or only the given one. @throws {StoreDamaged} */
function readBlocks(database: Database, only?: number): Row[] {
  const which = only === undefined ? "true" : "block = $only";
  const parameters = only === undefined ? {} : { only };
  const rows = database
    .query<Row, Record<string, number>>(`${READ} WHERE ${which} ORDER BY block`)
    .all(parameters);
  const seals = readSeals(database, `field = $field AND ${which}`, { field: "days", ...parameters });
  assertSealed("days", rows, seals, sealOfRow);
  return rows;
}

function sealOfRow(key: SealKey, { days }: Row): Seal | null {
  return areNumbers(days) ? sealOfContent(key, days) : null;
}
