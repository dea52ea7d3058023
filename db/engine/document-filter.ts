import type { DocumentType } from "../schema/documents.ts";

/** Restricts a search to some documents; a null criterion matches all. */
export interface DocumentFilter {
  /** Series code in upper case. */
  readonly domaine: string | null;
  readonly type: DocumentType | null;
  /** Series code of the document's subject (`bofip/identifiers/subject.ts`), in upper case. */
  readonly matiere: string | null;
  /** Node of the classification, as `IR/LIQ`: its own document and all below. */
  readonly chemin: string | null;
  /** Keys of statutory citations; a document must contain one of them. */
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

/** How an engine translates each criterion: leaving one out does not compile. */
export type FilterTable<Condition> = {
  readonly [Side in keyof DocumentFilter]: (value: NonNullable<DocumentFilter[Side]>) => Condition;
};

/** The engine conditions for the criteria that are set. */
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

/** The identifier of a node's own document; those of all documents below begin with it and a hyphen. */
export function nodeIdentifier(chemin: string): string {
  return `BOI-${chemin.replaceAll("/", "-")}`;
}
