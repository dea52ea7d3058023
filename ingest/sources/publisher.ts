import { corpusName, type Publisher } from "../../bofip/sources/publisher.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readPublisher, rememberPublisher, rememberSource } from "../../db/queries/corpus.ts";
import { IngestionFault } from "../journal/fault.ts";

/** A file of another corpus than the store's: their facts never mix, forced or not. */
export class OtherCorpus extends IngestionFault {
  override readonly name = "OtherCorpus";

  /** `file`: its name in the message. */
  constructor(held: Publisher, { file, publisher }: PublishedFile) {
    super(
      [
        `La base tient ${corpusName(held)}, et ${file} apporte ${corpusName(publisher ?? "")} : deux corpus ne se`,
        "mélangent pas, même avec --force ; rien n'a été modifié. Un autre corpus se remplit à côté, dans un autre",
        "DATA_DIR ou une autre base, puis prend la place de celui-ci entier (docs/operations.md, « Commandes »).",
      ].join(" "),
    );
  }
}

/** Its publisher is null when its content is already in the store, or it has no record to tell it by. */
interface PublishedFile {
  readonly file: string;
  readonly publisher: Publisher | null;
}

/** Checks that files are of the store's corpus, or all of one if empty; returns the publisher. @throws {OtherCorpus} */
export async function assertOneCorpus(
  database: Database,
  files: readonly PublishedFile[],
): Promise<Publisher | null> {
  let held = await readPublisher(database);
  for (const named of files) {
    held ??= named.publisher;
    if (held !== null && named.publisher !== null && named.publisher !== held)
      throw new OtherCorpus(held, named);
  }
  return held;
}

/** Makes a file's publisher and source (`rememberSource`) the store's. @throws {OtherCorpus} before any writing */
export async function claimCorpus(database: Database, file: PublishedFile, source: string): Promise<void> {
  const publisher = await assertOneCorpus(database, [file]);
  if (publisher !== null) await rememberPublisher(database, publisher);
  await rememberSource(database, source);
}
