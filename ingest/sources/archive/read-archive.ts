import { IngestionFault } from "../../journal/fault.ts";
import { type Entry, readEntries } from "./entries.ts";
import type { ArchiveFile } from "./file.ts";
import type { ArchiveItem } from "./item.ts";
import { ARCHIVE_LIMITS, type ArchiveLimits } from "./limits.ts";
import { Pairs } from "./pairs.ts";
import { type EditionFile, placeOf, refusalOf } from "./place.ts";

const PATH_SHOWN = 200;
const MISPLACED = "emplacement inattendu : …/TYPE/SÉRIE/NUMÉRO-PGP/AAAA-MM-JJ/ était attendu.";

/**
 * Streams the documents of an archive, without unpacking to the disk. Images, classification and attachments are
 * skipped; links, devices and paths that leave the archive are reported as problems. A flux may be empty, a stock never
 * is.
 * @throws {IngestionFault} when the archive is truncated, damaged or over the limits. What was returned before must
 *   then not be used: read it through before writing anything.
 */
export async function* readArchive(
  file: Pick<ArchiveFile, "path" | "kind">,
  signal: AbortSignal,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): AsyncGenerator<ArchiveItem> {
  let documents = 0;
  for await (const item of readItems(file.path, signal, limits)) {
    if (item.kind === "document") documents += 1;
    yield item;
  }
  if (file.kind === "stock" && documents === 0)
    throw new IngestionFault(`${file.path} : aucun document dans ce stock ; rien n'en a été utilisé.`);
}

async function* readItems(
  path: string,
  signal: AbortSignal,
  limits: ArchiveLimits,
): AsyncGenerator<ArchiveItem> {
  const pairs = new Pairs(path, limits);
  for await (const entry of readEntries(path, signal, limits)) {
    const refusal = refusalOf(entry, limits);
    const place = placeOf(entry);
    if (place !== null && place !== "misplaced") {
      if (refusal === null) yield* await receive(place, entry, pairs, limits);
      else yield* pairs.refuse(place, refusal);
    } else if (refusal !== null || place === "misplaced") {
      yield { kind: "problem", path: shown(entry.name), message: refusal ?? MISPLACED };
    }
  }
  yield* pairs.end();
}

async function receive(
  file: EditionFile,
  entry: Entry,
  pairs: Pairs,
  limits: ArchiveLimits,
): Promise<Generator<ArchiveItem>> {
  if (entry.size > limits.maxFileBytes)
    return pairs.refuse(file, `plus de ${limits.maxFileBytes} octets, document écarté.`);
  const content = decode(await entry.read());
  if (content === null) return pairs.refuse(file, "ce fichier n'est pas en UTF-8, document écarté.");
  return pairs.add(file, content);
}

/** Byte-exact: encoded again, the text is the file, byte order mark included. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** A path safe to show: short, and without terminal control characters. */
function shown(path: string): string {
  const clean = path.slice(0, PATH_SHOWN).replace(/\p{Cc}/gu, "�");
  return path.length > PATH_SHOWN ? `${clean}…` : clean;
}
