import { isStorable } from "../postgres/storable.ts";

/**
 * The file of `keys export`: everything about the keys but the keys themselves, of which only hashes are kept.
 * It is read back by later versions: a change of shape is a new `format`.
 */
export interface KeyExport {
  readonly format: typeof FORMAT;
  readonly exported_at: string;
  readonly keys: readonly ExportedKey[];
}

export interface ExportedKey {
  readonly name: string;
  readonly plan: string;
  readonly visible_start: string;
  /** SHA-256 of the key in lower-case hexadecimal. */
  readonly hash: string;
  /** ISO 8601 UTC, like the other instants. */
  readonly created_at: string;
  readonly revoked_at: string | null;
  readonly expires_at: string | null;
  /** In place of the plan's; null = the plan's. */
  readonly monthly_quota: number | null;
  readonly minute_limit: number | null;
  /** Charged answers by month, named by its first day. */
  readonly usage_months: readonly { readonly month: string; readonly used: number }[];
  readonly usage_days: readonly { readonly day: string; readonly used: number }[];
}

/** The text is not an export of keys; the message says where it departs from one. */
export class InvalidKeyExport extends Error {
  override readonly name = "InvalidKeyExport";

  constructor(place: string, expected: string) {
    super(`Ce n'est pas un export de clés valide : dans ${place}, il faut ${expected}.`);
  }
}

const FORMAT = 1;
const HASH = /^[0-9a-f]{64}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
/** The driver takes the years of fewer digits for others. */
const EARLIEST_DAY = "1000-01-01";
const MAX_COUNT = 2 ** 31 - 1;

/** @throws {InvalidKeyExport} */
export function parseKeyExport(value: unknown): KeyExport {
  const document = readObject(value, "document");
  if (document["format"] !== FORMAT) throw new InvalidKeyExport("format", `le nombre ${FORMAT}`);
  const keys = readList(document["keys"], "keys").map((key, index) => readKey(key, `keys[${index}]`));
  for (const field of ["hash", "visible_start"] as const)
    requireDistinct(
      keys.map((key) => key[field]),
      (index) => `keys[${index}].${field}`,
    );
  return { format: FORMAT, exported_at: readInstant(document["exported_at"], "exported_at"), keys };
}

function readKey(value: unknown, place: string): ExportedKey {
  const key = readObject(value, place);
  return {
    name: readText(key["name"], `${place}.name`),
    plan: readText(key["plan"], `${place}.plan`),
    visible_start: readText(key["visible_start"], `${place}.visible_start`),
    hash: readMatch(key["hash"], `${place}.hash`, HASH, "un SHA-256 en hexadécimal"),
    created_at: readInstant(key["created_at"], `${place}.created_at`),
    revoked_at: readNullable(key["revoked_at"], `${place}.revoked_at`, readInstant),
    // Exports from before keys had terms of their own lack these.
    expires_at: readNullable(key["expires_at"] ?? null, `${place}.expires_at`, readInstant),
    monthly_quota: readNullable(key["monthly_quota"] ?? null, `${place}.monthly_quota`, readCount),
    minute_limit: readNullable(key["minute_limit"] ?? null, `${place}.minute_limit`, readCount),
    usage_months: readUsage(key["usage_months"], `${place}.usage_months`, "month", (month, used) => ({
      month,
      used,
    })),
    usage_days: readUsage(key["usage_days"], `${place}.usage_days`, "day", (day, used) => ({ day, used })),
  };
}

function readUsage<Entry>(
  value: unknown,
  place: string,
  period: "month" | "day",
  entryOf: (date: string, used: number) => Entry,
): Entry[] {
  const days: string[] = [];
  const entries = readList(value, place).map((item, index) => {
    const entry = readObject(item, `${place}[${index}]`);
    const date = readDay(entry[period], `${place}[${index}].${period}`);
    days.push(date);
    return entryOf(date, readCount(entry["used"], `${place}[${index}].used`));
  });
  requireDistinct(days, (index) => `${place}[${index}].${period}`);
  return entries;
}

/** @param placeOf where the value of that index lies. */
function requireDistinct(values: readonly string[], placeOf: (index: number) => string): void {
  const seen = new Set<string>();
  for (const [index, value] of values.entries()) {
    if (seen.has(value)) throw new InvalidKeyExport(placeOf(index), "une valeur différente des précédentes");
    seen.add(value);
  }
}

function readObject(value: unknown, place: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new InvalidKeyExport(place, "un objet");
  return Object.fromEntries(Object.entries(value));
}

function readList(value: unknown, place: string): unknown[] {
  if (!Array.isArray(value)) throw new InvalidKeyExport(place, "une liste");
  return value;
}

function readText(value: unknown, place: string): string {
  const text = readMatch(value, place, /\S/, "un texte");
  if (!isStorable(text)) throw new InvalidKeyExport(place, "un texte sans caractère nul ni invalide");
  return text;
}

function readNullable<Value>(
  value: unknown,
  place: string,
  read: (value: unknown, place: string) => Value,
): Value | null {
  return value === null ? null : read(value, place);
}

function readInstant(value: unknown, place: string): string {
  const instant = readMatch(value, place, INSTANT, "un instant ISO 8601 UTC");
  readDay(instant.slice(0, 10), place);
  if (Number.isNaN(Date.parse(instant))) throw new InvalidKeyExport(place, "une heure qui existe");
  return instant;
}

function readDay(value: unknown, place: string): string {
  const day = readMatch(value, place, DAY, "une date AAAA-MM-JJ");
  const date = new Date(day);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) && day >= EARLIEST_DAY;
  if (!exists) throw new InvalidKeyExport(place, "une date qui existe");
  return day;
}

function readMatch(value: unknown, place: string, pattern: RegExp, expected: string): string {
  if (typeof value !== "string" || !pattern.test(value)) throw new InvalidKeyExport(place, expected);
  return value;
}

function readCount(value: unknown, place: string): number {
  const isCount = typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MAX_COUNT;
  if (!isCount) throw new InvalidKeyExport(place, "un nombre entier");
  return value;
}
