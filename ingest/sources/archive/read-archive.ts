import { agree } from "../../../bofip/text/agree.ts";
import { IngestionFault } from "../../journal/fault.ts";
import { type Entry, readEntries } from "./entries.ts";
import type { ArchiveFile } from "./file.ts";
import type { ArchiveItem } from "./item.ts";
import { ARCHIVE_LIMITS, type ArchiveLimits } from "./limits.ts";
import { Pairs } from "./pairs.ts";
import { CONTENTS, type EditionFile, isInContents, placeOf, refusalOf } from "./place.ts";

const PATH_SHOWN = 200;
/** How many misplaced files a message names. */
const NAMED = 3;
const FRENCH_LIST = new Intl.ListFormat("fr");
const LAYOUT = `${CONTENTS}TYPE/[SÉRIE/]NUMÉRO-PGP/AAAA-MM-JJ/`;
/** The declaration of an XML document (XML 1.0, §2.8), which names its encoding unless that is UTF-8. */
const DECLARED_ENCODING = /^\ufeff?<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.-]{0,39})["']/;

/**
 * Streams the documents of an archive, without unpacking to the disk. Images, classification and attachments are
 * skipped; links, devices and paths that leave the archive are reported as problems. A flux may be empty, a stock never
 * is.
 * @throws {IngestionFault} when the archive is truncated, damaged, over the limits or of another layout. What was
 *   returned before must then not be used: read it through before writing anything.
 */
export async function* readArchive(
  { path, kind }: Pick<ArchiveFile, "path" | "kind">,
  signal: AbortSignal,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): AsyncGenerator<ArchiveItem> {
  const layout = new Layout();
  let documents = 0;
  for await (const item of readItems(path, layout, signal, limits)) {
    if (item.kind === "document") documents += 1;
    yield item;
  }
  const fault = layout.faultOf(kind, documents);
  if (fault !== null) throw new IngestionFault(`${path} : ${fault} ; rien n'en a été utilisé.`);
}

async function* readItems(
  path: string,
  layout: Layout,
  signal: AbortSignal,
  limits: ArchiveLimits,
): AsyncGenerator<ArchiveItem> {
  const pairs = new Pairs(path, limits);
  for await (const entry of readEntries(path, signal, limits)) {
    const refusal = refusalOf(entry, limits);
    const place = layout.placeOf(entry);
    if (place !== null) {
      if (refusal === null) yield* await receive(place, entry, pairs, limits);
      else yield* pairs.refuse(place, refusal);
    } else if (refusal !== null) yield { kind: "problem", path: shown(entry.name), message: refusal };
  }
  yield* pairs.end();
}

/** Whether an archive has the official layout, by its entries. */
class Layout {
  private hasContents = false;
  private misplaced = 0;
  private readonly named: string[] = [];

  /** Null for what is no file of a document, or lies where none is read. */
  placeOf(entry: Entry): EditionFile | null {
    this.hasContents ||= isInContents(entry);
    const place = placeOf(entry);
    if (place !== "misplaced") return place;
    this.misplaced += 1;
    if (this.named.length < NAMED) this.named.push(`« ${shown(entry.name)} »`);
    return null;
  }

  /** Why the archive can't be used, in French, once all of it is read; null when it can. */
  faultOf(kind: ArchiveFile["kind"], documents: number): string | null {
    if (this.misplaced > 0) return `archive d'un autre format, ${this.nameMisplaced()} hors de ${LAYOUT}`;
    if (documents > 0) return null;
    if (kind === "stock") return "aucun document dans ce stock";
    return this.hasContents ? null : `archive d'un autre format, ni document ni dossier ${CONTENTS}`;
  }

  private nameMisplaced(): string {
    const others = this.misplaced - this.named.length;
    const told = others === 0 ? this.named : [...this.named, agree(others, "autre")];
    return FRENCH_LIST.format(told);
  }
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
  const encoding = file.part === "xml" ? (DECLARED_ENCODING.exec(content)?.[1] ?? "UTF-8") : "UTF-8";
  if (encoding.toUpperCase() !== "UTF-8")
    return pairs.refuse(file, `ce fichier se déclare en ${encoding}, UTF-8 est attendu : document écarté.`);
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
