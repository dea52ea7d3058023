import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

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
