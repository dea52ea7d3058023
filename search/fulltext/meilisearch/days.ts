import { dayNumber, type SearchedEditions } from "../../../db/engine/dated-texts.ts";

/** After every day: no end is known. */
export const NO_END = 99_999_999;

/** Which of the two indexes of texts: that of the texts in force, or that of the others. */
export type Part = "present" | "past";

/** Filter of the texts that a search looks at, in each index; null for all of them. */
export function daysFilter(
  part: Part,
  editions: Exclude<SearchedEditions, { readonly kind: "in force" }>,
): string | null {
  if (editions.kind === "last") return part === "present" ? null : "dernier = true";
  const day = dayNumber(editions.day);
  return `debut <= ${day} AND fin > ${day}`;
}
