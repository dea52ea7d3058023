import type { WrittenCitation } from "../../../bofip/citations/read-citations.ts";
import type { CitedText, EditionParagraphs } from "../../../db/queries/citations/editions.ts";
import type { CitedNews } from "../../../db/queries/citations/news.ts";
import type { Finding } from "./edition.ts";

/** A written citation, and what it proves to be as far as its text need not be read. */
export interface FoundCitation {
  readonly written: WrittenCitation;
  readonly finding: Finding;
  /** The actualité cited; null for a document, or when it is not held. */
  readonly news: CitedNews | null;
  /** The text that its fingerprint is of, when the edition shows another one. */
  readonly wording: CitedText | null;
  /** Of the text cited. */
  readonly paragraphs: EditionParagraphs;
  /** Of the edition in force, when the one cited is another; null else. */
  readonly paragraphsInForce: EditionParagraphs | null;
  /** What its fingerprint proves to be; null when it gives none, or none was looked for. */
  readonly empreinte: "juste" | "inexacte" | "non_verifiee" | null;
}
