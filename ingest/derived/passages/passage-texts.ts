import type { TextSet } from "../../../db/engine/dated-texts.ts";
import { readEditionPassages, readEmbeddingStates } from "../../../db/ingestion/derived/embedding.ts";
import type { Database } from "../../../db/postgres/database.ts";
import type { PassageSpan } from "../../../db/schema/passages.ts";
import { Memory } from "../../journal/journal.ts";

/** A text to embed, and the key of its vector. */
export interface PassageText {
  readonly boiId: string;
  /** Title of its edition. */
  readonly titre: string;
  readonly textHash: string;
  readonly text: string;
}

/** What a version of the embedder has embedded or not, of a set of texts. */
interface Backlog {
  readonly passages: number;
  readonly missing: number;
  /** Editions with passages, in the order of documents, then those with missing ones. */
  readonly editions: readonly number[];
  readonly lacking: readonly number[];
}

/** @param version null for an embedder that does not exist yet. */
export async function readBacklog(
  database: Database,
  version: string | null,
  set: TextSet = "present",
): Promise<Backlog> {
  let passages = 0;
  let missing = 0;
  const editions: number[] = [];
  const lacking: number[] = [];
  for await (const page of readEmbeddingStates(database, version, set)) {
    for (const state of page) {
      passages += state.passages;
      missing += state.missing;
      if (state.passages > 0) editions.push(state.edition);
      if (state.missing > 0) lacking.push(state.edition);
    }
  }
  return { passages, missing, editions, lacking };
}

/** How many editions are read ahead, while the previous ones are embedded. */
const READ_AHEAD = 8;

/** The passages of editions, an edition at a time, in order, but for those embedded in `version`; null for all. */
export async function* readPassageTexts(
  database: Database,
  editions: readonly number[],
  version: string | null,
): AsyncGenerator<readonly PassageText[]> {
  const memory = new Memory();
  const read = (edition: number) => {
    const texts = readTexts(database, edition, version);
    // The caller waiting for the first failure receives it; nobody waits for the others any more.
    texts.catch(() => {});
    return texts;
  };
  const pending = editions.slice(0, READ_AHEAD).map(read);
  for (let index = 0; index < editions.length; index += 1) {
    const texts = (await pending.shift()) ?? [];
    const next = editions[index + READ_AHEAD];
    if (next !== undefined) pending.push(read(next));
    yield texts;
    for (const { text } of texts) memory.spent(text.length);
  }
}

async function readTexts(
  database: Database,
  edition: number,
  version: string | null,
): Promise<readonly PassageText[]> {
  const read = await readEditionPassages(database, edition, version);
  if (read === null) return [];
  return read.passages
    .filter(({ isEmbedded }) => !isEmbedded)
    .map((passage) => ({
      boiId: read.boiId,
      titre: read.titre,
      textHash: passage.textHash,
      text: embeddedText(read, passage),
    }));
}

/** What is embedded: the title and the headings above, the head of a table that goes on, then the passage's own words. */
export function embeddedText(
  { titre, texte }: { readonly titre: string; readonly texte: string },
  { section, start, end, tableStart, tableEnd }: Omit<PassageSpan, "paragraphe">,
): string {
  const head = tableStart === null || tableEnd === null ? [] : [texte.slice(tableStart, tableEnd)];
  return [titre, ...section, ...head, texte.slice(start, end)].join("\n");
}

/** Identifies an embedded text: 128 bits, enough for no two texts of any corpus to collide. */
export function textHashOf(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest().subarray(0, 16).toString("base64url");
}
