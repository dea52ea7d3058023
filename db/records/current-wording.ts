import type { SourceKind } from "../schema/documents.ts";

/** A text that a kind of source came to give of an edition. */
export interface SaidWording {
  readonly sourceKind: SourceKind;
  /** Sorts the sources of a kind; the day that the source shows comes first. */
  readonly sourceOrder: string;
}

/**
 * The wording that an edition answers with, among those known of it (docs/decisions.md, « Wordings »): the latest
 * change by the day of its source. What exports said first is no change to who holds an archive's text: when the two
 * kinds meet, and on one day, the archive's prevails.
 * @param wordings of one edition, those of each kind in their order. Undefined when there is none.
 */
export function currentWording<Wording extends SaidWording>(
  wordings: readonly Wording[],
): Wording | undefined {
  const exported = wordings.filter(({ sourceKind }) => sourceKind === "export");
  const archived = wordings.findLast(({ sourceKind }) => sourceKind === "archive");
  const rectified = exported.length > 1 ? exported.at(-1) : undefined;
  if (archived === undefined) return exported.at(-1);
  return rectified !== undefined && dayOf(rectified) > dayOf(archived) ? rectified : archived;
}

function dayOf({ sourceOrder }: SaidWording): string {
  return sourceOrder.slice(0, "YYYY-MM-DD".length);
}
