import type { DocumentType } from "../schema/documents.ts";

/** The documents that a search keeps to, whatever it looks for; null leaves a side open. */
export interface DocumentFilter {
  /** Series code in upper case. */
  readonly domaine: string | null;
  readonly type: DocumentType | null;
  /** Series code of what a document is about (`db/bofip/subject.ts`), in upper case. */
  readonly matiere: string | null;
  /** Node of the classification, as `IR/LIQ`: its own document and all below. */
  readonly chemin: string | null;
  /** Keys of citations of law, of which a document holds one. */
  readonly articles: readonly string[] | null;
}

/** Every document in force. */
export const NO_FILTER: DocumentFilter = {
  domaine: null,
  type: null,
  matiere: null,
  chemin: null,
  articles: null,
};

/** The identifier of a node's own document, with which those of all below begin, a hyphen between. */
export function nodeIdentifier(chemin: string): string {
  return `BOI-${chemin.replaceAll("/", "-")}`;
}
