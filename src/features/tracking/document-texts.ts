import { paragraphText } from "../../../bofip/paragraphs/paragraphs.ts";
import { oncePer } from "../../../bofip/reading/cursor.ts";
import { fingerprint } from "../../../bofip/text/characters.ts";
import type { SealedText } from "../../../db/integrity/seals.ts";
import type { Database } from "../../../db/postgres/database.ts";
import {
  type CitedEdition,
  readTrackedTexts,
  type TrackedText,
} from "../../../db/queries/citations/editions.ts";

interface TrackedParagraphs {
  /** Number of the first § with each fingerprint. */
  readonly numbers: ReadonlyMap<string, string>;
  /** Whether a § of that number has that fingerprint. */
  has(numero: string, empreinte: string): boolean;
}

/** A document's texts, each read and split once, on first use: most references are to the text in force. */
export class DocumentTexts {
  readonly #read = new Map<number, readonly SealedText<TrackedText>[]>();
  readonly #texts = oncePer(({ editionId }: CitedEdition) =>
    (this.#read.get(editionId) ?? []).map(({ open }) => open()),
  );
  readonly #paragraphs = oncePer(paragraphsOf);
  readonly #prints = oncePer((_: TrackedText) => new Map<string, string | null>());

  /** @param said fingerprints of all its whole texts, erased ones included. */
  constructor(
    private readonly database: Database,
    private readonly said: ReadonlySet<string>,
  ) {}

  /** Reads what is not read yet of the texts of some editions, in one statement. */
  async read(editions: readonly CitedEdition[]): Promise<void> {
    const unread = editions.filter(({ editionId }) => !this.#read.has(editionId));
    if (unread.length === 0) return;
    const read = await readTrackedTexts(this.database, unread);
    const texts = Map.groupBy(read, ({ about }) => about.edition);
    for (const { editionId } of unread) this.#read.set(editionId, texts.get(editionId) ?? []);
  }

  /** Every stored text of an edition. @throws {DamagedText} */
  async texts(edition: CitedEdition): Promise<readonly TrackedText[]> {
    await this.read([edition]);
    return this.#texts(edition);
  }

  /** The text that an edition shows; null when it is not stored, or was erased. */
  async current(edition: CitedEdition): Promise<TrackedText | null> {
    const [text] = await this.texts(edition);
    return text?.isCurrent ? text : null;
  }

  /** Whether a whole text of the document has, or had before it was erased, that fingerprint. */
  hasSaid(empreinte: string): boolean {
    return this.said.has(empreinte);
  }

  /** The § of that text; none when there is no text. */
  async paragraphs(edition: CitedEdition): Promise<TrackedParagraphs> {
    const text = await this.current(edition);
    return text === null ? NONE : this.#paragraphs(text);
  }

  /** The fingerprint of the § of a number, or of the whole text; null when the text has no such §. */
  fingerprintIn(text: TrackedText, numero: string | null): string | null {
    if (numero === null) return text.empreinte;
    const prints = this.#prints(text);
    const known = prints.get(numero);
    if (known !== undefined) return known;
    const own = paragraphText(text.texte, text.spans, numero);
    const print = own === null ? null : fingerprint(own);
    prints.set(numero, print);
    return print;
  }
}

const NONE: TrackedParagraphs = { numbers: new Map(), has: () => false };

function paragraphsOf({ texte, spans }: TrackedText): TrackedParagraphs {
  const numbers = new Map<string, string>();
  const places = new Set<string>();
  for (const { numero, start, end } of spans) {
    const empreinte = fingerprint(texte.slice(start, end));
    if (!numbers.has(empreinte)) numbers.set(empreinte, numero);
    places.add(`${numero} ${empreinte}`);
  }
  return { numbers, has: (numero, empreinte) => places.has(`${numero} ${empreinte}`) };
}
