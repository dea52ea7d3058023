import { openMeilisearchReader } from "../../../../../search/fulltext/meilisearch/reader.ts";
import { openMeilisearchWriter } from "../../../../../search/fulltext/meilisearch/writer.ts";
import { openFullTextIndex } from "../../../../../search/fulltext/open.ts";
import { describeOnMeilisearch, ownIndexes, readerKey, writerKey } from "../../../../servers/meilisearch.ts";
import { describeFullTextEngine } from "../conformance.ts";
import { describeEditions } from "../editions-conformance.ts";

describeOnMeilisearch("with restricted keys", () => {
  const open = async () => {
    const config = await ownIndexes();
    const key = await writerKey();
    const writer = await openMeilisearchWriter({ ...config, key });
    const reader = openMeilisearchReader({ ...config, key: await readerKey(config) });
    return {
      reader,
      writer,
      digest: openFullTextIndex({ dataDir: "", fulltext: { kind: "meilisearch", ...config, key } }).digest,
      async dispose() {
        await reader.close();
        await writer.close();
      },
    };
  };
  describeFullTextEngine("Meilisearch", open);
  describeEditions("Meilisearch", open);
});
