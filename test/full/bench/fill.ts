import { parseArgs } from "node:util";
import { parseRecord } from "../../../ingest/parse/record.ts";
import { type FullTextIndex, openFullTextIndex } from "../../../search/fulltext/open.ts";
import type { FullTextWriter, IndexedDocument } from "../../../search/fulltext/port.ts";
import { PLAIN } from "../../fixtures/fulltext.ts";
import { removeFolders, temporaryFolder } from "../../folders.ts";
import { startServer } from "../../servers/meilisearch.ts";
import { generateCorpus } from "./corpus.ts";
import { timed } from "./load.ts";

/** Written into the live index, as shares of its documents. */
const SHARES = [0.02, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 1];
/** As ingestion hands them over (`ingest/derived/fulltext.ts`). */
const DOCUMENTS_PER_BATCH = 16;
/** A prime above any size of corpus: steps of it come to every document once. */
const STRIDE = 1_000_003;

/**
 * What it takes to replace, to remove and to add documents in a live full-text index, as shares of a rebuild beside:
 * where the ratio passes 1 is the break-even. Each share has its own rebuild, just before: a machine that does
 * other things is as slow for both.
 * @param options `--documents=N` of the corpus's generator, `--engine=meilisearch|embedded`.
 */
export async function run(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      documents: { type: "string", default: "3000" },
      engine: { type: "string", default: "meilisearch" },
    },
  });
  const documents = await readDocuments(generateCorpus(["--documents", values.documents]));
  const folder = temporaryFolder();
  const server = values.engine === "meilisearch" ? await startServer(folder) : null;
  const index = openFullTextIndex({
    dataDir: folder,
    fulltext:
      server === null
        ? { kind: "embedded" }
        : { kind: "meilisearch", url: server.url, key: server.key, index: "banc", keepsSettings: false },
  });
  console.log(`${values.engine}, ${documents.length} documents`);
  console.log("part | documents | refaire (s) | remplacer | retirer | ajouter (parts du temps de refaire)");
  for (const share of SHARES) await measureShare(index, documents, share);
  await server?.stop();
  removeFolders();
}

async function measureShare(
  index: FullTextIndex,
  documents: readonly IndexedDocument[],
  share: number,
): Promise<void> {
  const some = documents.slice(0, Math.round(share * documents.length));
  const rebuilding = await timed(() => index.rebuild((writer) => write(writer, documents)));
  const writer = await index.openWriter();
  const changed = some.map((document) => ({ ...document, texte: `${document.texte} Modifié.` }));
  const replacing = await timed(() => write(writer, changed));
  const removing = await timed(async () => {
    await writer.remove(some.map(({ boiId }) => boiId));
    await writer.settle();
  });
  const adding = await timed(() => write(writer, some));
  await writer.close();
  const ratios = [replacing, removing, adding].map((elapsed) => (elapsed / rebuilding).toFixed(2));
  console.log([share, some.length, (rebuilding / 1_000).toFixed(1), ...ratios].join(" | "));
}

async function write(writer: FullTextWriter, documents: readonly IndexedDocument[]): Promise<void> {
  for (let start = 0; start < documents.length; start += DOCUMENTS_PER_BATCH)
    await writer.upsert(documents.slice(start, start + DOCUMENTS_PER_BATCH));
  await writer.settle();
}

/** The documents of an export; those of one series are spread out, so that no share has a single series. */
async function readDocuments(path: string): Promise<IndexedDocument[]> {
  const lines = (await Bun.file(path).text()).trim().split("\n");
  const records = lines.map(parseRecord).filter((record) => record.kind === "contenu");
  const documents = records.map(({ boiId, titre, texte, serie }) => ({
    boiId,
    titre,
    texte: texte ?? "",
    domaine: serie,
    ...PLAIN,
    hash: boiId,
  }));
  return documents.map((document, rank) => documents[(rank * STRIDE) % documents.length] ?? document);
}
