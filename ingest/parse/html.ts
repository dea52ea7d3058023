import { IMAGE_MARK, type Image } from "./inline.ts";
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

/**
 * Reads a body of the source: its HTML (an export's fragment or an archive's whole page), or its plain text when it has
 * no HTML, or none with words. Linear time; never throws, whatever the input.
 */
export function readBody(html: string | null, texte: string | null): ReadBody {
  const clean = sanitise(bodyOf(repairQuotes(storableText(html ?? "")) ?? ""));
  const read = readText(clean.html);
  const hasWords = read.texte.replaceAll(IMAGE_MARK, "").trim() !== "";
  if (hasWords || (texte === null && read.texte !== "")) return { ...clean, ...read };
  return { ...readPlainText(texte ?? ""), images: clean.images };
}

/** Reads plain text as a body: one block for each of its lines, its § and headings where it proves them. */
function readPlainText(source: string): Omit<ReadBody, "images"> {
  const html = plainTextHtml(storableText(source));
  return { html, ...readText(html) };
}
