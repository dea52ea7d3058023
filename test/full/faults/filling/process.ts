/**
 * One filling, or one run with a source, in a process that may be killed. Its encoder distinguishes texts but knows
 * nothing of their meaning.
 */

import { openWriterSession } from "../../../../db/ingestion/writer-session.ts";
import { requestRun } from "../../../../db/runs/runs.ts";
import { fillBeside } from "../../../../ingest/derived/filler.ts";
import { executeRuns } from "../../../../ingest/queue/execute.ts";
import { openFullTextIndex } from "../../../../search/fulltext/open.ts";
import { openQdrantIndex } from "../../../../search/vectors/qdrant/index.ts";
import { embeddingLike } from "../../../fixtures/encoder.ts";
import { EMBEDDED_ENGINES } from "../../../fixtures/engines.ts";
import { temporaryFolder } from "../../../folders.ts";

const [databaseUrl = "", qdrantUrl = "", prefix = "", source] = process.argv.slice(2);

const session = await openWriterSession({ url: databaseUrl }, source === undefined ? "filling" : "ingestion");
if (session === null) throw new Error("another process is at it");
const { database } = session;
const index = openQdrantIndex({ url: qdrantUrl, apiKey: null, prefix });
const clock = () => new Date();
if (source === undefined)
  await fillBeside({
    database,
    encoder: embeddingLike(),
    index,
    clock,
    judged() {},
    signal: new AbortController().signal,
  });
else {
  await requestRun(database, { source, forced: true });
  await executeRuns({
    database,
    fullText: openFullTextIndex({ ...EMBEDDED_ENGINES, dataDir: temporaryFolder() }),
    vectors: { embeddings: { kind: "corpus" }, model: embeddingLike(), index },
    clock,
    signal: new AbortController().signal,
    resumes: false,
    onEvent() {},
  });
}
process.exit(0);
