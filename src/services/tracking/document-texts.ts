import { fingerprint } from "../../../bofip/text/fingerprint.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { findEditionsSaying } from "../../../db/queries/texts/stored-texts.ts";
import {
  readTrackedTexts,
  type TrackedEdition,
  type TrackedText,
} from "../../../db/queries/texts/tracked.ts";

/** A numbered § of a text, and the fingerprint of its words. */
interface TrackedParagraph {
  readonly numero: string;
  readonly empreinte: string;
}

/**
 * The texts of one document; each edition is read and split once, on first use: most references are to the text in
 * force, and of the past editions only the changed ones are read.
 */
export class DocumentTexts {
  readonly #texts = new Map<number, Promise<readonly TrackedText[]>>();
  readonly #paragraphs = new Map<number, Promise<readonly TrackedParagraph[]>>();

  constructor(
    private readonly database: Database,
    private readonly boiId: string,
  ) {}

  /** Every stored text of an edition. */
  texts(edition: TrackedEdition): Promise<readonly TrackedText[]> {
    const known = this.#texts.get(edition.id) ?? readTrackedTexts(this.database, edition);
    this.#texts.set(edition.id, known);
    return known;
  }

  /** The text that an edition shows; null when it is not stored, or was erased. */
  async current(edition: TrackedEdition): Promise<TrackedText | null> {
    const [text] = await this.texts(edition);
    return text?.isCurrent ? text : null;
  }

  /** Whether a fingerprint that no stored text has is that of a whole text of the document, erased since. */
  async isOfErased(empreinte: string): Promise<boolean> {
    return (await findEditionsSaying(this.database, this.boiId, empreinte)).length > 0;
  }

  /** The § of that text; empty when there is no text. */
  paragraphs(edition: TrackedEdition): Promise<readonly TrackedParagraph[]> {
    const known = this.#paragraphs.get(edition.id) ?? this.#cut(edition);
    this.#paragraphs.set(edition.id, known);
    return known;
  }

  async #cut(edition: TrackedEdition): Promise<readonly TrackedParagraph[]> {
    const text = await this.current(edition);
    if (text === null) return [];
    return text.spans.map(({ numero, start, end }) => {
      return { numero, empreinte: fingerprint(text.texte.slice(start, end)) };
    });
  }
}
