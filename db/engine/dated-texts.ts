import type { Period } from "../../bofip/days/days.ts";

/**
 * Which text of each document a search looks at: that of the edition in force now, or on a day (`YYYY-MM-DD`), or the
 * last one, whether the document is in force, withdrawn or moved.
 */
export type SearchedEditions =
  | { readonly kind: "in force" }
  | { readonly kind: "on"; readonly day: string }
  | { readonly kind: "last" };

/** Those in force, now or on a day. */
export type EditionsInForce = Exclude<SearchedEditions, { readonly kind: "last" }>;

export const IN_FORCE: EditionsInForce = { kind: "in force" };

/**
 * Place of an indexed text among those of its document: that of the document in force; the last one of a document that
 * was withdrawn or moved; or one that another has replaced.
 */
export type TextPlace = "present" | "last" | "replaced";

/** Two sets that are stored apart: the texts of the documents in force; all the others that were. */
export type TextSet = "present" | "past";

/** A text of a document, which consecutive editions may share, with the days on which they are in force. */
export interface DatedText extends Period {
  readonly boiId: string;
  readonly place: TextPlace;
}

/** Separates the start of a past text from its document's identifier, which never contains it. */
const SEPARATOR = "_";

/** Identity of a text in an index: its document's identifier when that is in force, followed by its start otherwise. */
export function entryOf({ boiId, place, debut }: Pick<DatedText, "boiId" | "place" | "debut">): string {
  return place === "present" ? boiId : `${boiId}${SEPARATOR}${debut.replaceAll("-", "")}`;
}

/** The document of an entry. */
export function documentOfEntry(entry: string): string {
  const at = entry.indexOf(SEPARATOR);
  return at < 0 ? entry : entry.slice(0, at);
}

/** Whether an entry is a past text. */
export function isPastEntry(entry: string): boolean {
  return entry.includes(SEPARATOR);
}

/** Whether a search looks at a text. */
export function isSearched({ place, debut, fin }: DatedText, editions: SearchedEditions): boolean {
  if (editions.kind === "in force") return place === "present";
  if (editions.kind === "last") return place !== "replaced";
  return debut <= editions.day && (fin === null || editions.day < fin);
}

/** A day as a number, in the order of days; 0 for none. */
export function dayNumber(day: string | null): number {
  return day === null ? 0 : Number(day.replaceAll("-", ""));
}
