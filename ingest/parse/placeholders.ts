/** What stands for a day that is not held. */
export const UNHELD_DAY = "[date non détenue]";

const SPACE = String.raw`[\s\u00a0]{1,3}`;
const EDGE = String.raw`[\s\u00a0]{0,3}`;
const PUBLICATION = ["date", "de", "publication", "insérée", "automatiquement"].join(SPACE);

/** A day that the publisher's site fills in: the record's own, or that of another PGP number. */
const PLACEHOLDER = String.raw`\[${EDGE}(?:node:date:(?:self|(?<pgp>\d{1,9})-PGP)|${PUBLICATION})${EDGE}\]`;
const PLACEHOLDERS = new RegExp(PLACEHOLDER, "giu");
const TAGS_AND_PLACEHOLDERS = new RegExp(`<[^<>]*>|${PLACEHOLDER}`, "giu");

/**
 * Replaces the placeholders of days in plain text, or in sanitised HTML, whose tags stay as they are.
 * @param wordsOf the words of the day of a PGP number; null for the record's own.
 */
export function fillDays(text: string, wordsOf: (pgp: number | null) => string, isHtml: boolean): string {
  return text.replace(isHtml ? TAGS_AND_PLACEHOLDERS : PLACEHOLDERS, (found, pgp: string | undefined) => {
    if (found.startsWith("<")) return found;
    return wordsOf(pgp === undefined ? null : Number(pgp));
  });
}

/** PGP numbers whose days a text asks for. */
export function numbersOfDays(text: string | null): readonly number[] {
  const found = [...(text ?? "").matchAll(PLACEHOLDERS)];
  return found.flatMap(({ groups }) => (groups?.["pgp"] === undefined ? [] : [Number(groups["pgp"])]));
}
