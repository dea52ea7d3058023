import { findLegiCode, type LegiCode, TAX_CODES } from "../bofip/law/codes.ts";
import { OFFICIAL_LAW } from "../bofip/sources/official-sources.ts";
import { canonicalSource, SAMPLE } from "./allowed-sources.ts";
import type { EnvironmentReader } from "./environment-reader.ts";

/** Where the law of the day comes from; plain values, which can be sent to a thread. */
export interface LawConfig {
  /** `sample`, an absolute path or the address of an index of archives. */
  readonly source: string;
  /** The codes that are read. */
  readonly codes: readonly LegiCode[];
}

const OFF = "off";

/**
 * Null for `off`. By default the law goes with the doctrine: the sample's own articles with the sample, the official
 * archives with a server, none with files in an embedded store.
 */
export function readLaw(
  read: EnvironmentReader,
  { source, isEmbedded }: { readonly source: string; readonly isEmbedded: boolean },
): LawConfig | null {
  const usual = source === SAMPLE ? SAMPLE : isEmbedded ? OFF : OFFICIAL_LAW;
  const named = read.line("LEGI_SOURCE") ?? usual;
  if (named === OFF) {
    read.absent("LEGI_CODES", "sans LEGI_SOURCE, cette variable est sans effet.");
    return null;
  }
  const others = read
    .list(
      "LEGI_CODES",
      (entry) => findLegiCode(entry) !== null,
      "des identifiants LEGITEXT ou des clés de codes",
    )
    .flatMap((entry) => findLegiCode(entry) ?? []);
  const byText = new Map([...TAX_CODES, ...others].map((code) => [code.text, code]));
  return { source: canonicalSource(named), codes: [...byText.values()] };
}
