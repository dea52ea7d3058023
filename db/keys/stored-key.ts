import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Database } from "../postgres/database.ts";
import type { Piece, Statements } from "../postgres/statements.ts";

/**
 * The form of an API key (docs/decisions.md, « API key »): the prefix, 32 random base-62 characters (190 bits),
 * then the CRC-32 of all that in 6 base-62 characters, so that garbage is refused without a database read.
 */
const PREFIX = "boi_";
const RANDOM_LENGTH = 32;
/** 62^6 exceeds 2^32: every CRC-32 fits. */
const CHECKSUM_LENGTH = 6;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const PATTERN = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** Characters of a key stored in clear, to name it: 48 bits of its randomness. */
export const VISIBLE_LENGTH = 12;

/** Bytes from here on would favour the first characters of the alphabet: they are drawn again. */
const UNBIASED_BYTES = 256 - (256 % ALPHABET.length);

/** A new key, from the system's cryptographic random source. */
export function generateKey(): string {
  const body = PREFIX + randomCharacters(RANDOM_LENGTH);
  return body + checksum(body);
}

/** Whether the text has the form and the checksum of a key; such a key may not exist. */
export function isWellFormedKey(text: string): boolean {
  if (!PATTERN.test(text)) return false;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return text === body + checksum(body);
}

/** SHA-256 of the key, all that is stored of its secret. With 190 random bits, it needs no salt. */
export function hashKey(key: string): Uint8Array {
  return createHash("sha256").update(key).digest();
}

/** The first characters, by which operators name a key. */
export function visibleStartOf(key: string): string {
  return key.slice(0, VISIBLE_LENGTH);
}

function randomCharacters(length: number): string {
  let characters = "";
  while (characters.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < UNBIASED_BYTES) characters += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return characters.slice(0, length);
}

/** Most significant digit first. */
function checksum(body: string): string {
  let digits = "";
  let rest = crc32(body);
  while (digits.length < CHECKSUM_LENGTH) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

/** Whether a key `k` is not revoked by now, in SQL: a replaced one is revoked in advance. */
export function isLive(sql: Statements): Piece {
  return sql`(k.revoked_at is null or k.revoked_at > now())`;
}

/** A stored key, as needed to recognise it. */
export interface StoredKey {
  /** SHA-256 of the key. */
  readonly hash: Uint8Array;
  readonly grant: KeyGrant;
}

/** The key of this visible start, or null when there is none or it is revoked by now. */
export async function findStoredKey(
  { $client: sql }: Database,
  visibleStart: string,
): Promise<StoredKey | null> {
  const [found] = await sql<(KeyGrant & Pick<StoredKey, "hash">)[]>`
    select k.hash, k.id, coalesce(k.account_id, k.id) as "accountId", k.visible_start as "visibleStart", k.name, k.plan,
      coalesce(k.monthly_quota, p.monthly_quota) as "monthlyQuota",
      coalesce(k.minute_limit, p.minute_limit) as "minuteLimit", p.semantic,
      -- The end of the account or of the key, whichever comes first.
      least(k.expires_at, k.revoked_at) as "expiresAt"
    from api_keys k join plans p on p.code = k.plan
    where k.visible_start = ${visibleStart} and ${isLive(sql)}`;
  if (found === undefined) return null;
  const { hash, ...grant } = found;
  return { hash, grant };
}

/** The visible start of every key that is not revoked by now. */
export async function readLiveStarts({ $client: sql }: Database): Promise<string[]> {
  const rows = await sql<{ visibleStart: string }[]>`
    select visible_start as "visibleStart" from api_keys k where ${isLive(sql)}`;
  return rows.map(({ visibleStart }) => visibleStart);
}

/**
 * Whether `key` is the stored one and has not expired. The duration of the comparison reveals nothing of the hash: the
 * store is queried by the part of a key that is not secret.
 */
export function opens(stored: StoredKey, key: string, now: Date): boolean {
  return timingSafeEqual(stored.hash, hashKey(key)) && isInTerm(stored, now);
}

/** Whether the stored key has not expired. */
export function isInTerm({ grant }: StoredKey, now: Date): boolean {
  return grant.expiresAt === null || now < grant.expiresAt;
}

/** What an accepted key may do, within what its account has left. */
export interface KeyGrant {
  readonly id: number;
  /** The account that it is counted with: the id of the account's first key. */
  readonly accountId: number;
  readonly visibleStart: string;
  readonly name: string;
  readonly plan: string;
  /** Charged answers a month, or null for no quota. */
  readonly monthlyQuota: number | null;
  readonly minuteLimit: number;
  readonly semantic: boolean;
  /** First instant at which the key is refused, or null. */
  readonly expiresAt: Date | null;
}
