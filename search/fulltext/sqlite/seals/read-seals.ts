import type { Database } from "bun:sqlite";
import { damaged } from "../live-file.ts";
import type { SealedField } from "../schema.ts";

/** A row of `seals`. */
export interface StoredSeal extends Seal {
  readonly term: string;
  readonly block: number;
}

export type Parameters = Record<string, string | number>;

/** The seals of a field, by term and by block; `where` is a condition over the parameters. */
export function readSeals(
  database: Database,
  where: string,
  parameters: Parameters & { readonly field: SealedField },
): StoredSeal[] {
  const sql = `SELECT term, block, low, high FROM seals WHERE ${where} ORDER BY term, block`;
  return database.query<StoredSeal, Parameters>(sql).all(parameters);
}

/**
 * Checks that rows are those of their seals, in the same order and with the same contents.
 * @param sealOf null for a row that can't be what was written.
 * @throws {StoreDamaged}
 */
export function assertSealed<Row extends { readonly term: string; readonly block: number }>(
  field: SealedField,
  rows: Iterable<Row>,
  seals: Iterable<StoredSeal>,
  sealOf: (key: SealKey, row: Row) => Seal | null,
): void {
  const expected = seals[Symbol.iterator]();
  for (const row of rows) {
    const { value: seal } = expected.next();
    if (seal === undefined || seal.term !== row.term || seal.block !== row.block) throw damaged();
    const found = sealOf({ field, term: seal.term, block: seal.block }, row);
    if (found === null || !isSameSeal(found, seal)) throw damaged();
  }
  if (expected.next().done !== true) throw damaged();
}

/** Key of a row of the index: its seal covers its content under that key, and no other. */
export interface SealKey {
  readonly field: SealedField;
  readonly term: string;
  readonly block: number;
}

/** A 64-bit checksum, in halves that JavaScript and SQLite both add exactly. */
export interface Seal {
  readonly low: number;
  readonly high: number;
}

/** Arbitrary, as long as the two differ and never change. */
const LOW_SALT = 0x5ea1;
const HIGH_SALT = 0x1a5e;

/**
 * Seal of postings: a sum over their entries, so that some are added or subtracted. Each contains its place, and all
 * are increasing: the sum covers their order too. One changed entry is always detected (`mixed` is injective).
 */
export function sealOfEntries(key: SealKey, entries: Uint32Array): Seal {
  const first = Bun.hash.xxHash32(nameOf(key), LOW_SALT);
  const second = mixed(first ^ HIGH_SALT);
  let [low, high] = [0, 0];
  for (let at = 0; at < entries.length; at++) {
    const entry = mixed((entries[at] ?? 0) ^ first);
    low = (low + entry) | 0;
    high = (high + mixed(entry ^ second)) | 0;
  }
  return { low: low >>> 0, high: high >>> 0 };
}

/** Seal of a row that is written as a whole. */
export function sealOfContent(key: SealKey, content: Uint8Array | string): Seal {
  return sealOfContents(key, [content]);
}

/** Seal of several contents, in order. */
export function sealOfContents(key: SealKey, contents: Iterable<Uint8Array | string>): Seal {
  const name = nameOf(key);
  let [low, high] = [Bun.hash.xxHash32(name, LOW_SALT), Bun.hash.xxHash32(name, HIGH_SALT)];
  for (const content of contents) {
    low = Bun.hash.xxHash32(content, low);
    high = Bun.hash.xxHash32(content, high);
  }
  return { low, high };
}

export function isSameSeal(left: Seal, right: Seal): boolean {
  return left.low === right.low && left.high === right.high;
}

function nameOf({ field, term, block }: SealKey): string {
  return `${field}\n${term}\n${block}`;
}

/** A bijection of 32-bit numbers (A. Appleby, MurmurHash3, "fmix32"). */
function mixed(number: number): number {
  let bits = number ^ (number >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
