import type { Entry } from "./entries.ts";
import type { Judged } from "./judged-sets.ts";

/** How entries that were found stand against those that were judged. */
export class Score {
  right = 0;
  found = 0;
  judged = 0;
  /** What was missed, and what was found wrongly, to be read when the score is too low. */
  readonly missed: string[] = [];
  readonly wrong: string[] = [];

  /** Compares those of one text: each must be right in every field that the judge tells. */
  add(text: string, found: readonly Entry[], judged: readonly Judged[]): void {
    const left = [...judged];
    for (const entry of found) {
      const index = left.findIndex((each) => isRight(entry, each));
      const matched = index < 0 ? undefined : left.splice(index, 1)[0];
      if (matched?.isOptional) continue;
      this.found += 1;
      if (matched === undefined) this.wrong.push(`${text}: ${JSON.stringify(entry)}`);
      else this.right += 1;
    }
    this.judged += judged.filter(({ isOptional }) => !isOptional).length;
    for (const { expected, isOptional } of left)
      if (!isOptional) this.missed.push(`${text}: ${JSON.stringify(expected)}`);
  }

  get recall(): number {
    return this.judged === 0 ? 1 : this.right / this.judged;
  }

  get precision(): number {
    return this.found === 0 ? 1 : this.right / this.found;
  }
}

function isRight(entry: Entry, { expected, accepted }: Judged): boolean {
  return Object.entries(expected).every(([field, value]) =>
    [value, ...(accepted[field] ?? [])].some((each) => isSame(field, entry[field], each)),
  );
}

/** Formations are compared without case or last full stop, as the judges ask. */
function isSame(field: string, one: unknown, other: unknown): boolean {
  if (field === "formation") return plain(one) === plain(other);
  return Bun.deepEquals(one ?? null, other ?? null);
}

function plain(formation: unknown): string {
  return String(formation ?? "")
    .toLowerCase()
    .replace(/\.$/, "");
}
