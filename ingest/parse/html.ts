import { frenchDate } from "../../bofip/days/french-date.ts";
import { IMAGE_MARK, type Image } from "./inline.ts";
import { fillDays, UNHELD_DAY } from "./placeholders.ts";
import { plainTextHtml } from "./plain-text.ts";
import { type ReadText, readText } from "./read-text.ts";
import { bodyOf, repairQuotes, storableText } from "./repair.ts";
import { sanitise } from "./sanitise.ts";

export type { Image } from "./inline.ts";
export type { Link, Paragraphe } from "./read-text.ts";

/** The content of a body: sanitised HTML, and what was read from that very HTML. */
interface ReadBody extends ReadText {
  readonly html: string;
  /** In the order of the text, where their words replace them. */
  readonly images: readonly Image[];
}

/** The words of the day that a placeholder stands for: that of a PGP number, or the record's own for null. */
export type WordsOfDay = (pgp: number | null) => string;

/**
 * Reads a body of the source: its HTML (an export's fragment or an archive's whole page), or its plain text when it has
 * no HTML, or none with words. Linear time; never throws, whatever the input.
 */
export function readBody(
  html: string | null,
  texte: string | null,
  wordsOfDay: WordsOfDay = () => UNHELD_DAY,
): ReadBody {
  const { html: safe, images } = sanitise(bodyOf(repairQuotes(storableText(html ?? "")) ?? ""));
  const clean = fillDays(safe, wordsOfDay, true);
  const read = readText(clean);
  const hasWords = read.texte.replaceAll(IMAGE_MARK, "").trim() !== "";
  if (hasWords || (texte === null && read.texte !== "")) return { html: clean, images, ...read };
  return { ...readPlainText(fillDays(storableText(texte ?? ""), wordsOfDay, false)), images };
}

/** Reads plain text as a body: one block for each of its lines, its § and headings where it proves them. */
function readPlainText(source: string): Omit<ReadBody, "images"> {
  const html = plainTextHtml(source);
  return { html, ...readText(html) };
}

/**
 * Reads official bytes alone, in each form that they may have: HTML, or the plain text of an export that has none.
 * @param day of the edition, `YYYY-MM-DD`; days of other documents are not known.
 */
export function readOfficial(content: string, day: string): readonly ReadText[] {
  const wordsOfDay = (pgp: number | null) => (pgp === null ? frenchDate(day) : UNHELD_DAY);
  return [readBody(content, null, wordsOfDay), readBody(null, content, wordsOfDay)];
}
