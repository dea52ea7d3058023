import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { OFFICIAL_SOURCES } from "../bofip/sources/official-sources.ts";

/** Sources that a run requested over HTTP may read. Addresses and absolute paths, without user or password. */
export interface AllowedSources {
  /** The service's own sources and the official ones, matched exactly. */
  readonly sources: readonly string[];
  /** Anything under one of these is allowed (`INGEST_ALLOW`). */
  readonly prefixes: readonly string[];
}

/** Sources that may be requested over HTTP: the service's own, official ones, and what is under a prefix (`isPrefix`). */
export function allowedSources(source: string, prefixes: readonly string[]): AllowedSources {
  const named = [...listSources(source), ...listSources(OFFICIAL_SOURCES)];
  return { sources: [...new Set(named.map(identityOf))], prefixes };
}

/** Whether a source is one of the sources matched exactly. */
export function isListed({ sources }: AllowedSources, source: string): boolean {
  return sources.includes(identityOf(source));
}

/** Whether a source, or something it leads to, may be read: an exact match, or anything under a prefix. */
export function isAllowed(allowed: AllowedSources, place: string): boolean {
  if (isListed(allowed, place)) return true;
  const liesUnder = isUrl(place) ? isAddressUnder : isPathUnder;
  return place !== SAMPLE && allowed.prefixes.some((prefix) => liesUnder(prefix, place));
}

/** Whether a text is a valid prefix: an absolute path, or an address that ends with its path, without traps. */
export function isPrefix(text: string): boolean {
  if (!isUrl(text))
    return text.startsWith("/") && !text.includes("\0") && withSlash(resolve(text)) === withSlash(text);
  const url = URL.parse(text);
  if (url === null || url.host === "" || isAmbiguous(url)) return false;
  return url.username + url.password + url.search + url.hash === "" && !/[?#@]/.test(text);
}

function identityOf(source: string): string {
  return withoutCredentials(canonicalSource(source));
}

function isAddressUnder(prefix: string, address: string): boolean {
  const [base, url] = [URL.parse(prefix), URL.parse(address)];
  if (base === null || url === null || base.origin !== url.origin) return false;
  return !isAmbiguous(url) && isWithin(base.pathname, url.pathname);
}

/** Segments that some servers interpret as `.`, `..` or a slash, although the URL standard does not. */
function isAmbiguous({ pathname }: URL): boolean {
  return /%(?:25)*(?:2e|2f|5c|00)|\/\.{1,2};/i.test(pathname);
}

/** Checked as written and, for an existing file, with links resolved. */
function isPathUnder(prefix: string, path: string): boolean {
  const absolute = resolve(path);
  const real = realPathOf(absolute);
  if (isUrl(prefix) || !isWithin(prefix, absolute)) return false;
  return real === null || isWithin(realPathOf(prefix) ?? prefix, real);
}

function realPathOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function isWithin(folder: string, path: string): boolean {
  return withSlash(path).startsWith(withSlash(folder));
}

function withSlash(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}

/** The project's own sample corpus. */
export const SAMPLE = "sample";

export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** Splits `EXPORT,MANIFESTE`, in opening order. At commas: paths have spaces more often; an address writes `%2C`. */
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
/** `CREDENTIALS` inside a sentence, where the text after an address may contain an `@`. */
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
