import { openMeilisearchReader, openMeilisearchWriter } from "../../../../db/fulltext/meilisearch/index.ts";
import { describeOnMeilisearch, ownIndexes, readerKey, writerKey } from "../../../servers/meilisearch.ts";
import { describeFullTextEngine } from "../conformance.ts";

describeOnMeilisearch("with restricted keys", () => {
  describeFullTextEngine("Meilisearch", async () => {
    const config = await ownIndexes();
    const writer = await openMeilisearchWriter({
      ...config,
      key: await writerKey(),
    });
    const reader = openMeilisearchReader({ ...config, key: await readerKey(config) });
    return {
      reader,
      writer,
      async dispose() {
        await reader.close();
        await writer.close();
      },
    };
  });
});
