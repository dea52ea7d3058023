import { resolve } from "node:path";

/** The project's own sample corpus. */
export const SAMPLE = "sample";

export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** How a source is remembered: paths are absolute, so that the current folder does not matter. */
export function canonicalSource(source: string): string {
  return source === SAMPLE || isUrl(source) ? source : resolve(source);
}
