import { OperatorFault } from "../../config/operator-fault.ts";
import type { Database } from "../postgres/database.ts";
import { inTransaction, jsonRows } from "../postgres/statements.ts";
import type { ScrubbedKind } from "../schema/integrity.ts";

/** A stored text that a scrub found damaged and could not mend. */
export interface Damage {
  readonly kind: ScrubbedKind;
  /** Key of its row. */
  readonly place: string;
  /** The document, or the actualité. */
  readonly identifiant: string;
}

/** How a scrub ended. */
export interface ScrubEnd {
  readonly endedAt: Date;
  /** Texts read. */
  readonly texts: number;
  readonly mended: number;
  readonly damages: readonly Damage[];
}

/** Replaces the findings of the previous scrub; a damage known already keeps its date. */
export async function recordScrub(database: Database, end: ScrubEnd): Promise<void> {
  const { endedAt, texts, mended, damages } = end;
  const found = jsonRows(damages);
  await inTransaction(database, (sql) => [
    sql`
      delete from damaged_texts d where not exists (
        select from json_to_recordset(${found}::text::json) as r(kind text, place text)
        where r.kind = d.kind and r.place = d.place)`,
    sql`
      insert into damaged_texts (kind, place, identifiant, found_at)
      select kind, place, identifiant, ${endedAt}::timestamptz
      from json_to_recordset(${found}::text::json) as r(kind text, place text, identifiant text)
      on conflict do nothing`,
    sql`
      insert into scrubs (id, ended_at, texts, mended) values (1, ${endedAt}, ${texts}, ${mended})
      on conflict (id) do update set ended_at = excluded.ended_at, texts = excluded.texts, mended = excluded.mended`,
  ]);
}

/** Damaged texts by kind; every kind has a count, zero included. */
export async function countDamages({ $client: sql }: Database): Promise<ReadonlyMap<ScrubbedKind, number>> {
  const rows = await sql<{ kind: ScrubbedKind; texts: number }[]>`
    select kind, count(*) as texts from damaged_texts group by kind`;
  const none = new Map<ScrubbedKind, number>(KINDS.map((kind) => [kind, 0]));
  for (const { kind, texts } of rows) none.set(kind, texts);
  return none;
}

const KINDS: readonly ScrubbedKind[] = ["edition", "redaction", "source", "actualite", "article"];

/** The documents and actualités that have a damaged text, the latest found first. */
export async function readDamagedIdentifiers({ $client: sql }: Database): Promise<string[]> {
  const rows = await sql<{ identifiant: string }[]>`
    select identifiant from damaged_texts order by found_at desc, identifiant`;
  return [...new Set(rows.map(({ identifiant }) => identifiant))];
}

/** When the last scrub ended, or null before the first one. */
export async function readLastScrub({ $client: sql }: Database): Promise<Date | null> {
  const [row] = await sql<{ endedAt: Date }[]>`select ended_at as "endedAt" from scrubs where id = 1`;
  return row?.endedAt ?? null;
}

/**
 * A stored text that is no longer what was written: it must not be served, nor anything derived from it. `identifier`
 * names the document, or the actualité, in the contract's words.
 */
export class DamagedText extends OperatorFault {
  override readonly name = "DamagedText";

  constructor(
    readonly identifier: string,
    options?: ErrorOptions,
  ) {
    super(`Le texte enregistré de ${identifier} est abîmé : il n'est plus celui qui a été écrit.`, options);
  }
}

/** What is read; null when its text is damaged. */
export function unlessDamaged<Text>(read: () => Text): Text | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamagedText) return null;
    throw error;
  }
}

/**
 * SQLSTATE of a store that reads something else than it wrote (PostgreSQL documentation, appendix A): data_corrupted (a
 * page whose checksum fails, a value that can't be decompressed), index_corrupted, invalid UTF-8, a missing file, an
 * unreadable disk.
 */
const DAMAGED = new Set(["XX001", "XX002", "22021", "58P01", "58030"]);

/** Releases of PostgreSQL without a code for these use internal_error. */
const DAMAGED_WORDS = /invalid page in block|compressed \w+ data is corrupt|missing chunk number/;

/** Whether an error means that the relational store can't read one of its own pages or values. */
export function isStoreDamaged(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && DAMAGED.has(cause.code)) return true;
    if (DAMAGED_WORDS.test(cause.message)) return true;
  }
  return false;
}

/** Whether an error means that stored data is damaged, whoever detected it. */
export function isDamage(error: unknown): boolean {
  return error instanceof DamagedText || isStoreDamaged(error);
}
