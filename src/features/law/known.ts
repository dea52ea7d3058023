import { completed } from "../../../bofip/law/cited/entries.ts";
import type { LawVariant } from "../../../db/queries/cited-law/listed.ts";

/** One thing as documents describe it: each field has its most frequent value. */
export function knownFields<Fields extends object>(variants: readonly LawVariant<Fields>[]): Fields | null {
  const [first, ...others] = variants.toSorted(
    (one, other) => other.citations - one.citations || compare(written(one), written(other)),
  );
  return first === undefined
    ? null
    : others.reduce((fields, { champs }) => completed(fields, champs), first.champs);
}

/** Between as many citations, any order would do, if it is always the same. */
function written({ champs }: LawVariant<object>): string {
  return JSON.stringify(Object.entries(champs).sort(([one], [other]) => compare(one, other)));
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
