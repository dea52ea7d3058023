import { readDocumentPassages, readEmbeddingStates } from "../../../db/ingestion/derived/embedding.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { Memory } from "../../journal/memory.ts";
import { embeddedText } from "./embedded-text.ts";

/** A text to embed, and the key of its vector. */
export interface PassageText {
  /** Title of its document. */
  readonly titre: string;
  readonly textHash: string;
  readonly text: string;
}

/** What a version of the embedder has embedded or not, among the documents in force. */
export interface Backlog {
  readonly passages: number;
  readonly missing: number;
  /** Documents with passages, in order, then those with missing ones. */
  readonly boiIds: readonly string[];
  readonly lackingIds: readonly string[];
}

/** @param version null for an embedder that does not exist yet. */
export async function readBacklog(database: Database, version: string | null): Promise<Backlog> {
  let passages = 0;
  let missing = 0;
  const boiIds: string[] = [];
  const lackingIds: string[] = [];
  for await (const page of readEmbeddingStates(database, version)) {
    for (const state of page) {
      passages += state.passages;
      missing += state.missing;
      if (state.passages > 0) boiIds.push(state.boiId);
      if (state.missing > 0) lackingIds.push(state.boiId);
    }
  }
  return { passages, missing, boiIds, lackingIds };
}

/** How many documents are read ahead, while the previous ones are embedded. */
const READ_AHEAD = 8;

/**
 * The passages of documents, in order, a document at a time.
 * @param version skips the passages embedded in it; null returns them all.
 */
export async function* readPassageTexts(
  database: Database,
  boiIds: readonly string[],
  version: string | null,
): AsyncGenerator<readonly PassageText[]> {
  const memory = new Memory();
  const read = (boiId: string) => {
    const texts = readTexts(database, boiId, version);
    // The caller waiting for the first failure receives it; nobody waits for the others any more.
    texts.catch(() => {});
    return texts;
  };
  const pending = boiIds.slice(0, READ_AHEAD).map(read);
  for (let index = 0; index < boiIds.length; index += 1) {
    const texts = (await pending.shift()) ?? [];
    const next = boiIds[index + READ_AHEAD];
    if (next !== undefined) pending.push(read(next));
    yield texts;
    for (const { text } of texts) memory.spent(text.length);
  }
}

async function readTexts(
  database: Database,
  boiId: string,
  version: string | null,
): Promise<readonly PassageText[]> {
  const document = await readDocumentPassages(database, boiId, version);
  if (document === null) return [];
  return document.passages
    .filter(({ isEmbedded }) => !isEmbedded)
    .map((passage) => ({
      titre: document.titre,
      textHash: passage.textHash,
      text: embeddedText(document, passage),
    }));
}
