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

const CONTENTS = "BOFiP/documents/Contenu/";
const FILE_NAMES = ["document.xml", "data.html"] as const;
const EDITION_FILE = /^([^/]+)\/(?:([^/]+)\/)?(\d{1,9})-PGP\/([^/]+)\/(document\.xml|data\.html)$/;

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
 * Parses the path of an entry: null for anything but an edition's two files (folder, image, classification,
 * attachment), « misplaced » for one of their names outside the known layout.
 */
export function placeOf({ name: path, type }: Entry): EditionFile | "misplaced" | null {
  // Some tools write accents as two characters.
  const name = path.replace(/^(?:\.\/)+/, "").normalize("NFC");
  const isNamedSo = name.startsWith(CONTENTS) && FILE_NAMES.some((file) => name.endsWith(`/${file}`));
  if (type === "directory" || !isNamedSo) return null;
  const [, contentType, serie, pgp, date, file] = EDITION_FILE.exec(name.slice(CONTENTS.length)) ?? [];
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
