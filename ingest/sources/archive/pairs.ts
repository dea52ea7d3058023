import { IngestionFault } from "../../journal/fault.ts";
import type { ArchiveItem } from "./item.ts";
import type { ArchiveLimits } from "./limits.ts";
import type { EditionFile } from "./place.ts";

const TWICE = "présent deux fois dans l'archive, le premier est gardé.";

/** An edition whose other file may still come. */
interface Pending {
  readonly file: EditionFile;
  readonly content: string;
}

/**
 * Joins the two files of an edition, whatever their order in the archive: usually they are adjacent. The number waiting
 * is bounded; over the bound, the oldest is settled as if its other file did not exist, and an archive that contains it
 * after all is rejected whole, so that half a document is never taken for a whole one.
 */
export class Pairs {
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
