/** One filling by an encoder that tells texts apart and says nothing of their meaning, in a process that may be killed. */

import { openFillingSession } from "../../../../db/ingestion/writer-session.ts";
import { openQdrantIndex } from "../../../../db/vectors/qdrant/index.ts";
import { fillBeside } from "../../../../ingest/filling/fill.ts";
import { embeddingLike } from "../../../fixtures/encoder.ts";

const [databaseUrl = "", qdrantUrl = "", prefix = ""] = process.argv.slice(2);

const session = await openFillingSession({ url: databaseUrl });
if (session === null) throw new Error("another process fills");
const embedded = await fillBeside({
  database: session.database,
  encoder: embeddingLike(),
  index: openQdrantIndex({ url: qdrantUrl, apiKey: null, prefix }),
  clock: () => new Date(),
  mayGoOn: async () => true,
  judged() {},
});
console.log(embedded);
process.exit(0);
