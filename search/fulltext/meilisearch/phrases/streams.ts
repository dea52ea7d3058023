/** The data that verifies a phrase in a document: the stems of its title and of its text, in order. */
export interface StreamRecord {
  readonly pk: string;
  readonly titre_stem: string;
  readonly texte_stem: string;
}

/** The streams of the whole doctrine, some 80 million one-byte characters, and as much again. */
const MAX_CHARACTERS = 160_000_000;
/** No stem contains it: a phrase never extends from the title into the text. */
const BETWEEN = " | ";

/**
 * Streams of stems for one version of the index, cached once read: the server delivers some 100 MB of them per
 * second, and common phrases have the same long documents as candidates.
 */
export class Streams {
  readonly #read: (pks: readonly string[]) => Promise<readonly StreamRecord[]>;
  readonly #kept = new Map<string, string>();
  #characters = 0;

  constructor(read: (pks: readonly string[]) => Promise<readonly StreamRecord[]>) {
    this.#read = read;
  }

  /** The documents that contain the phrase within their title or their text. */
  async holding(pks: readonly string[], phrase: string): Promise<string[]> {
    const missing = pks.filter((pk) => !this.#kept.has(pk));
    const read = missing.length === 0 ? [] : (await this.#read(missing)).map(streamOf);
    for (const [pk, stream] of read) this.#keep(pk, stream);
    const streams = new Map(read);
    return pks.filter((pk) => (this.#kept.get(pk) ?? streams.get(pk))?.includes(` ${phrase} `));
  }

  #keep(pk: string, stream: string): void {
    if (this.#kept.has(pk) || this.#characters + stream.length > MAX_CHARACTERS) return;
    this.#kept.set(pk, stream);
    this.#characters += stream.length;
  }
}

function streamOf({ pk, titre_stem, texte_stem }: StreamRecord): [pk: string, stream: string] {
  return [pk, ` ${titre_stem}${BETWEEN}${texte_stem} `];
}
