import { isRealDate } from "../../../bofip/identifiers/identifier.ts";
import { agree } from "../../../bofip/text/characters.ts";
import { IngestionFault } from "../../journal/fault.ts";
import {
  ARCHIVE_LIMITS,
  type ArchiveFile,
  type ArchiveItem,
  type ArchiveLimits,
  type Entry,
  readEntries,
} from "./entries.ts";

interface EditionFile {
  /** The edition's folder: its two files share it. */
  readonly folder: string;
  readonly part: "xml" | "html";
  /** Folder of the content type, `Commentaire`, `Barème`… */
  readonly contentType: string;
  readonly serie: string | null;
  readonly pgp: number;
  /** `YYYY-MM-DD`. */
  readonly date: string;
}

/** The folder of documents: an archive without it is of another format. */
const CONTENTS = "BOFiP/documents/Contenu/";
/** Folders beside it, whose files may have the names of a document's. */
const BESIDE = /^BOFiP\/documents\/(?:PlanClassement|Attachment)\//;
/** Whatever its folders, their separators and its letters. */
const DOCUMENT_FILE = /(?:^|[/\\])(?:document\.xml|data\.html)$/i;
const EDITION_FILE = /^([^/.][^/]*)\/(?:([^/.][^/]*)\/)?(\d{1,9})-PGP\/([^/]+)\/(document\.xml|data\.html)$/;

/** Why an entry has no place in an archive, wherever it is; null when it may have one. */
export function refusalOf(
  { name, type }: Entry,
  { maxPathLength }: Pick<ArchiveLimits, "maxPathLength">,
): string | null {
  if (name.length > maxPathLength) return `chemin de plus de ${maxPathLength} caractères, écarté.`;
  if (/\p{Cc}/u.test(name)) return "caractère de contrôle dans le chemin, écarté.";
  if (/^[/\\]|^[A-Za-z]:/.test(name)) return "chemin absolu, écarté.";
  if (name.split(/[/\\]/).includes("..")) return "chemin qui sort de l'archive, écarté.";
  if (type !== "file" && type !== "contiguous-file" && type !== "directory")
    return "lien ou fichier spécial, écarté.";
  return null;
}

/** Null for anything but a file of a document, « misplaced » for one outside the official layout. */
function placeOf(entry: Entry): EditionFile | "misplaced" | null {
  const name = nameOf(entry);
  if (entry.type === "directory" || !DOCUMENT_FILE.test(name) || BESIDE.test(name)) return null;
  const within = isInContents(entry) ? name.slice(CONTENTS.length) : "";
  const [, contentType, serie, pgp, date, file] = EDITION_FILE.exec(within) ?? [];
  if (contentType === undefined || date === undefined || !isRealDate(date)) return "misplaced";
  return {
    folder: name.slice(0, name.lastIndexOf("/")),
    part: file === "document.xml" ? "xml" : "html",
    contentType,
    serie: serie ?? null,
    pgp: Number(pgp),
    date,
  };
}

function isInContents(entry: Entry): boolean {
  const name = nameOf(entry);
  return (entry.type === "directory" ? `${name}/` : name).startsWith(CONTENTS);
}

/** Some tools write `./` first, and accents as two characters. */
function nameOf({ name }: Entry): string {
  return name.replace(/^(?:\.\/)+/, "").normalize("NFC");
}

const PATH_SHOWN = 200;
/** How many misplaced files a message names. */
const NAMED = 3;
const FRENCH_LIST = new Intl.ListFormat("fr");
const LAYOUT = `${CONTENTS}TYPE/[SÉRIE/]NUMÉRO-PGP/AAAA-MM-JJ/`;
/** The declaration of an XML document (XML 1.0, §2.8), which names its encoding unless that is UTF-8. */
const DECLARED_ENCODING = /^\ufeff?<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.-]{0,39})["']/;

/**
 * Streams the documents of an archive, without unpacking to the disk; links, devices and paths that leave the archive
 * are problems. A flux may be empty, a stock never is.
 * @throws {IngestionFault} when it is damaged, over the limits or of another layout; what was returned before must then
 * not be used: read it through before writing
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
export function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** A path safe to show: short, and without terminal control characters. */
export function shown(path: string): string {
  const clean = path.slice(0, PATH_SHOWN).replace(/\p{Cc}/gu, "�");
  return path.length > PATH_SHOWN ? `${clean}…` : clean;
}

const TWICE = "présent deux fois dans l'archive, le premier est gardé.";

interface Pending {
  readonly file: EditionFile;
  readonly content: string;
}

/**
 * Joins the two files of an edition, whatever their order in the archive: usually they are adjacent. The number waiting
 * is bounded; over the bound, the oldest is settled as if its other file did not exist, and an archive that contains it
 * after all is rejected whole, so that half a document is never taken for a whole one.
 */
class Pairs {
  private readonly pending = new Map<string, Pending>();
  private pendingChars = 0;
  /** Folders already returned, with those of their files that came, or refused for one of them. */
  private readonly settled = new Map<string, ReadonlySet<EditionFile["part"]> | "refused">();

  constructor(
    private readonly archive: string,
    private readonly limits: ArchiveLimits,
  ) {}

  /** Returns what this file settles. */
  *add(file: EditionFile, content: string): Generator<ArchiveItem> {
    if (this.settled.get(file.folder) === "refused") return;
    const waiting = this.pending.get(file.folder);
    if (this.hasCome(file, waiting)) {
      yield problem(file, TWICE);
      return;
    }
    if (waiting === undefined) {
      this.hold({ file, content });
      yield* this.settleExcess();
      return;
    }
    this.settle(waiting, ["xml", "html"]);
    const [xml, html] = file.part === "xml" ? [content, waiting.content] : [waiting.content, content];
    yield document(file, xml, html);
  }

  /** An unusable file leaves its edition out: the other one is dropped without a word. */
  *refuse(file: EditionFile, message: string): Generator<ArchiveItem> {
    const waiting = this.pending.get(file.folder);
    if (this.hasCome(file, waiting)) {
      yield problem(file, TWICE);
      return;
    }
    if (waiting !== undefined) this.settle(waiting, []);
    this.settled.set(file.folder, "refused");
    yield problem(file, message);
  }

  /** At the end of the archive: what still waits has no other file. */
  *end(): Generator<ArchiveItem> {
    for (const waiting of this.pending.values()) yield* this.settleAlone(waiting);
  }

  /** @throws {IngestionFault} when the edition was returned without this file. */
  private hasCome(file: EditionFile, waiting: Pending | undefined): boolean {
    if (waiting !== undefined) return waiting.file.part === file.part;
    const parts = this.settled.get(file.folder);
    if (parts === undefined || parts === "refused") return false;
    if (parts.has(file.part)) return true;
    throw new IngestionFault(
      `${this.archive} : les fichiers de trop de documents sont loin l'un de l'autre ; rien n'en a été utilisé.`,
    );
  }

  private hold(waiting: Pending): void {
    this.pending.set(waiting.file.folder, waiting);
    this.pendingChars += waiting.content.length;
  }

  private *settleExcess(): Generator<ArchiveItem> {
    const { maxPendingFolders, maxPendingChars } = this.limits;
    for (const oldest of this.pending.values()) {
      if (this.pending.size <= maxPendingFolders && this.pendingChars <= maxPendingChars) return;
      yield* this.settleAlone(oldest);
    }
  }

  private *settleAlone(waiting: Pending): Generator<ArchiveItem> {
    const { file, content } = waiting;
    this.settle(waiting, [file.part]);
    yield file.part === "xml"
      ? document(file, content, null)
      : problem(file, "document.xml absent de ce dossier.");
  }

  private settle({ file, content }: Pending, parts: readonly EditionFile["part"][]): void {
    this.pending.delete(file.folder);
    this.pendingChars -= content.length;
    this.settled.set(file.folder, new Set(parts));
  }
}

function document(file: EditionFile, xml: string, html: string | null): ArchiveItem {
  const { folder, pgp, date, contentType, serie } = file;
  return { kind: "document", document: { path: folder, pgp, date, contentType, serie, xml, html } };
}

function problem({ folder, part }: EditionFile, message: string): ArchiveItem {
  const path = `${folder}/${part === "xml" ? "document.xml" : "data.html"}`;
  return { kind: "problem", path, message };
}
