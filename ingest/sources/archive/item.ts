/** One dated edition of a document in an archive: the two files of a folder, not parsed. */
export interface ArchiveDocument {
  /** Folder in the archive, `BOFiP/documents/Contenu/Commentaire/IR/2491-PGP/2026-05-27`. */
  readonly path: string;
  readonly pgp: number;
  /** `YYYY-MM-DD`, a real day: the edition's date by its folder. */
  readonly date: string;
  /** Folder of the content type: `Commentaire`, `Barème`, `Autres annexes`… */
  readonly contentType: string;
  readonly serie: string | null;
  readonly xml: string;
  /** Null when the folder has no `data.html`. */
  readonly html: string | null;
}

export type ArchiveItem =
  | { readonly kind: "document"; readonly document: ArchiveDocument }
  /** Something was rejected; the French message gives the reason. */
  | { readonly kind: "problem"; readonly path: string; readonly message: string };
