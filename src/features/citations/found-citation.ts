import type { Mention } from "../../../bofip/mentions/drafts.ts";
import type { Piece } from "../../../bofip/mentions/tokens.ts";
import type { Certainty } from "../../../bofip/sources/certainty.ts";
import type { CitedText, EditionParagraphs } from "../../../db/queries/citations/editions.ts";
import type { NamingParagraph } from "../../../db/queries/citations/named.ts";
import type { CitedNews } from "../../../db/queries/citations/news.ts";
import type { Finding } from "./edition.ts";

/** A written citation, and what is known of it without reading its text. */
export interface FoundCitation {
  readonly written: Mention;
  readonly finding: Finding;
  /** The cited actualité; null for a document, or when it is not stored. */
  readonly news: CitedNews | null;
  /** The text that has its fingerprint, when the edition shows another one. */
  readonly wording: CitedText | null;
  /** Of the text cited (see `findCited`); null when none is compared. */
  readonly certainty: Certainty | null;
  /** Of the text cited. */
  readonly paragraphs: EditionParagraphs;
  /** Of the edition in force, when the cited one is another; null otherwise. */
  readonly paragraphsInForce: EditionParagraphs | null;
  /** What belongs to it and could not be read or checked, in text order. */
  readonly unread: readonly Piece[];
  /** The § that name a document which is not held. */
  readonly namedBy: readonly NamingParagraph[];
  /** Whether its fingerprint is right; null when it has none, or none was looked for. */
  readonly empreinte: "juste" | "inexacte" | "non_verifiee" | null;
}
