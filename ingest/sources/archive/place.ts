import { isRealDate } from "../../../bofip/identifiers/identifier.ts";
import type { Entry } from "./entries.ts";
import type { ArchiveLimits } from "./limits.ts";

/** A file of a document's edition, identified by its path in the archive. */
export interface EditionFile {
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
export const CONTENTS = "BOFiP/documents/Contenu/";
/** Folders beside it, whose files may have the names of a document's. */
const BESIDE = /^BOFiP\/documents\/(?:PlanClassement|Attachment)\//;
/** Whatever its folders, their separators and its letters. */
const DOCUMENT_FILE = /(?:^|[/\\])(?:document\.xml|data\.html)$/i;
const EDITION_FILE = /^([^/.][^/]*)\/(?:([^/.][^/]*)\/)?(\d{1,9})-PGP\/([^/]+)\/(document\.xml|data\.html)$/;

/** Why an entry has no place in an archive of documents, wherever it is; null when it may have one. */
export function refusalOf({ name, type }: Entry, { maxPathLength }: ArchiveLimits): string | null {
  if (name.length > maxPathLength) return `chemin de plus de ${maxPathLength} caractères, écarté.`;
  if (/\p{Cc}/u.test(name)) return "caractère de contrôle dans le chemin, écarté.";
  if (/^[/\\]|^[A-Za-z]:/.test(name)) return "chemin absolu, écarté.";
  if (name.split(/[/\\]/).includes("..")) return "chemin qui sort de l'archive, écarté.";
  if (type !== "file" && type !== "contiguous-file" && type !== "directory")
    return "lien ou fichier spécial, écarté.";
  return null;
}

/**
 * Parses the path of an entry: null for anything but a file of a document (folder, image, classification, attachment),
 * « misplaced » for one outside the official layout.
 */
export function placeOf(entry: Entry): EditionFile | "misplaced" | null {
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

/** Whether an entry is the folder of documents, or lies in it. */
export function isInContents(entry: Entry): boolean {
  const name = nameOf(entry);
  return (entry.type === "directory" ? `${name}/` : name).startsWith(CONTENTS);
}

/** Some tools write `./` first, and accents as two characters. */
function nameOf({ name }: Entry): string {
  return name.replace(/^(?:\.\/)+/, "").normalize("NFC");
}
