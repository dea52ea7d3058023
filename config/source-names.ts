import { resolve } from "node:path";

/** The project's own sample corpus. */
export const SAMPLE = "sample";

export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/**
 * The sources that one value names, `EXPORT,MANIFESTE`, in the order to open them. Commas, as paths hold spaces
 * more often; in an address a comma may be written `%2C`.
 */
export function listSources(source: string): string[] {
  return source
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

/** A source with absolute paths, so that the current folder does not matter. */
export function canonicalSource(source: string): string {
  const names = listSources(source).map((one) => (one === SAMPLE || isUrl(one) ? one : resolve(one)));
  return names.join(",");
}

/** User and password of an address: up to the last `@` before its path (URL standard, « authority state »). */
const CREDENTIALS = /(https?:\/\/)[^/?#\\]*@/gi;
/** The same inside a sentence, where what follows an address may hold an `@`. */
const CREDENTIALS_IN_TEXT = /(https?:\/\/)[^/?#\\\s]*@/gi;

/** A source without user nor password: what it is known by, since passwords change. */
export function withoutCredentials(source: string): string {
  return source.replace(CREDENTIALS, "$1");
}

/** A source as it is shown: that it has a user or a password, not which. */
export function displaySource(source: string): string {
  return source.replace(CREDENTIALS, "$1***@");
}

/** A text whose addresses show no user nor password. */
export function hideCredentials(text: string): string {
  return text.replace(CREDENTIALS_IN_TEXT, "$1***@");
}
