import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { OFFICIAL_SOURCES } from "../bofip/sources/official-sources.ts";
import { canonicalSource, isUrl, listSources, SAMPLE, withoutCredentials } from "./source-names.ts";

/** What a run that was asked for over HTTP may read. Addresses and absolute paths, without user nor password. */
export interface AllowedSources {
  /** The service's own sources and the official ones, each as it is. */
  readonly sources: readonly string[];
  /** Whatever lies under one of these (`INGEST_ALLOW`). */
  readonly prefixes: readonly string[];
}

/**
 * What may be asked for over HTTP.
 * @param source the service's own.
 * @param prefixes as `isPrefix` accepts them.
 */
export function allowedSources(source: string, prefixes: readonly string[]): AllowedSources {
  const named = [...listSources(source), ...listSources(OFFICIAL_SOURCES)];
  return { sources: [...new Set(named.map(identityOf))], prefixes };
}

/** Whether one source is among those that are named as they are. */
export function isListed({ sources }: AllowedSources, source: string): boolean {
  return sources.includes(identityOf(source));
}

/** Whether one source, or what one leads to, may be read: a named one, or whatever lies under a prefix. */
export function isAllowed(allowed: AllowedSources, place: string): boolean {
  if (isListed(allowed, place)) return true;
  const liesUnder = isUrl(place) ? isAddressUnder : isPathUnder;
  return place !== SAMPLE && allowed.prefixes.some((prefix) => liesUnder(prefix, place));
}

/** Whether a text is a prefix: an absolute path, or an address down to its path, without traps. */
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

/** Segments that servers may take for `.`, `..` or a slash, though the URL standard does not. */
function isAmbiguous({ pathname }: URL): boolean {
  return /%(?:25)*(?:2e|2f|5c|00)|\/\.{1,2};/i.test(pathname);
}

/** As written and, for what exists, as links lead. */
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
