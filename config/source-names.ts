import { resolve } from "node:path";

/** The project's own sample corpus. */
export const SAMPLE = "sample";

export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/**
 * Splits a setting such as `EXPORT,MANIFESTE` into sources, in opening order. Commas, because paths contain spaces
 * more often; in an address a comma may be written `%2C`.
 */
export function listSources(source: string): string[] {
  return source
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

/** Makes a source's paths absolute, so that the working directory does not matter. */
export function canonicalSource(source: string): string {
  const names = listSources(source).map((one) => (one === SAMPLE || isUrl(one) ? one : resolve(one)));
  return names.join(",");
}

/** User and password of an address: up to the last `@` before its path (URL standard, « authority state »). */
const CREDENTIALS = /(https?:\/\/)[^/?#\\]*@/gi;
/** The same inside a sentence, where the text after an address may contain an `@`. */
const CREDENTIALS_IN_TEXT = /(https?:\/\/)[^/?#\\\s]*@/gi;

/** A source without user or password: its identity, since passwords change. */
export function withoutCredentials(source: string): string {
  return source.replace(CREDENTIALS, "$1");
}

/** A source for display: shows that it has a user or a password, but not which. */
export function displaySource(source: string): string {
  return source.replace(CREDENTIALS, "$1***@");
}

/** Removes users and passwords from the addresses in a text. */
export function hideCredentials(text: string): string {
  return text.replace(CREDENTIALS_IN_TEXT, "$1***@");
}
