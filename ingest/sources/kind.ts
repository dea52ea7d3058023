import { type ByteLimits, readBytes } from "./bytes.ts";

type FileKind = "export" | "archive" | "manifest";

const BY_NAME: readonly (readonly [RegExp, FileKind])[] = [
  [/\.jsonl(\.gz)?$/i, "export"],
  [/\.(tgz|tar\.gz)$/i, "archive"],
  [/\.json$/i, "manifest"],
];

/** The kind of a file by its name, or null when the name does not show it. */
export function kindOfName(name: string): FileKind | null {
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

const FIRST_BYTES: ByteLimits = { maxBytes: 1024 * 1024, maxRatio: 1_000 };
/** Offset and value of the magic of a tar header (POSIX.1-2017, pax). */
const TAR_MARK = { at: 257, text: "ustar" };

/**
 * The kind of a file by its first bytes: official addresses end in `/jsonl`, `/json`, `/stock/1`. Anything else is an
 * export: its own reader reports what is wrong with it.
 */
export async function kindOfContent(path: string): Promise<FileKind> {
  for await (const chunk of readBytes(path, FIRST_BYTES)) {
    const text = Buffer.from(chunk.subarray(0, 512)).toString("latin1");
    if (text.startsWith(TAR_MARK.text, TAR_MARK.at)) return "archive";
    return /^(?:ï»¿)?\s*\[/.test(text) ? "manifest" : "export";
  }
  return "export";
}
