import type { WrittenCitation } from "../../../bofip/citations/read-citations.ts";
import type { Certainty } from "../../../bofip/sources/certainty.ts";
import type { CitedText, EditionParagraphs } from "../../../db/queries/citations/editions.ts";
import type { CitedNews } from "../../../db/queries/citations/news.ts";
import type { Finding } from "./edition.ts";

/** A written citation, and what is known of it without reading its text. */
export interface FoundCitation {
  readonly written: WrittenCitation;
  readonly finding: Finding;
  /** The cited actualité; null for a document, or when it is not stored. */
  readonly news: CitedNews | null;
  /** The text that has its fingerprint, when the edition shows another one. */
  readonly wording: CitedText | null;
  /** Of the text cited, on the judged day when its edition was in force, else on its first; null when none is compared. */
  readonly certainty: Certainty | null;
  /** Of the text cited. */
  readonly paragraphs: EditionParagraphs;
  /** Of the edition in force, when the cited one is another; null otherwise. */
  readonly paragraphsInForce: EditionParagraphs | null;
  /** Whether its fingerprint is right; null when it has none, or none was looked for. */
  readonly empreinte: "juste" | "inexacte" | "non_verifiee" | null;
}
