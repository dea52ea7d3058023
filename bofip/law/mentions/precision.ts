import { type Item, STEP } from "./article-list.ts";

/** How far before « article » to look for its subdivision, in characters. */
const LONGEST = 60;
const LAST_STEP = new RegExp(`(?:^|(?<=[ ('(]))${STEP}$`, "u");
const ONE_OF_SEVERAL = /(?:,| et| ou| à) ?$/;

/**
 * The part of an article that is cited before its number, outermost first: « 3-2° » for « le 2° du 3 de l'article 6
 * ».
 */
export function precisionBefore(texte: string, start: number): string | null {
  const before = texte.slice(Math.max(0, start - LONGEST), start);
  if (!before.endsWith(" de l'")) return null;
  const steps: string[] = [];
  for (const part of before.slice(0, -" de l'".length).split(" du ").toReversed()) {
    const written = part.replace(/\.$/, "");
    const step = LAST_STEP.exec(written);
    if (step === null || ONE_OF_SEVERAL.test(written.slice(0, step.index))) break;
    steps.push(step[0]);
    if (step.index > 0) break;
  }
  return steps.length === 0 ? null : steps.join("-");
}

/** Puts the outermost subdivision first: « II-1° » for « 1° du II ». */
export function fromWhole(steps: string): string {
  return steps.split(" du ").toReversed().join("-");
}

/** Returns the items, adding to the first one the subdivision cited before it. */
export function withPrecision(items: readonly Item[], before: string | null): readonly Item[] {
  const [first, ...others] = items;
  if (first === undefined || before === null) return items;
  const precision = first.precision === undefined ? before : `${first.precision}-${before}`;
  return [{ ...first, precision }, ...others];
}
