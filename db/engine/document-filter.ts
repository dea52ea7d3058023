import type { DocumentType } from "../schema/documents.ts";

/** The documents that a search keeps to, whatever it looks for; null leaves a side open. */
export interface DocumentFilter {
  /** Series code in upper case. */
  readonly domaine: string | null;
  readonly type: DocumentType | null;
  /** Series code of what a document is about (`bofip/identifiers/subject.ts`), in upper case. */
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

/** What each side of a filter becomes in an engine: a side that is forgotten does not compile. */
export type FilterTable<Condition> = {
  readonly [Side in keyof DocumentFilter]: (value: NonNullable<DocumentFilter[Side]>) => Condition;
};

/** What a filter becomes in an engine: the conditions of the sides that it does not leave open. */
export function conditionsOf<Condition>(table: FilterTable<Condition>, filter: DocumentFilter): Condition[] {
  const conditionOf = <Side extends keyof DocumentFilter>(side: Side): Condition[] => {
    const value = filter[side];
    return value === null ? [] : [table[side](value)];
  };
  return Object.keys(NO_FILTER).filter(isSide).flatMap(conditionOf);
}

function isSide(name: string): name is keyof DocumentFilter {
  return name in NO_FILTER;
}

/** The identifier of a node's own document, with which those of all below begin, a hyphen between. */
export function nodeIdentifier(chemin: string): string {
  return `BOI-${chemin.replaceAll("/", "-")}`;
}
