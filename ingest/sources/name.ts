import { resolve } from "node:path";

export { OFFICIAL_EXPORT, OFFICIAL_MANIFEST } from "../../db/bofip/official-sources.ts";

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

/** How a source is remembered: paths are absolute, so that the current folder does not matter. */
export function canonicalSource(source: string): string {
  const names = listSources(source).map((one) => (one === SAMPLE || isUrl(one) ? one : resolve(one)));
  return names.join(",");
}
