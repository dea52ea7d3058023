/** Two servers as one: what a caller may count on is the same. */
import { afterAll, beforeAll } from "bun:test";
import { recordServerInStep } from "../../../../../db/ingestion/derived/fulltext-servers.ts";
import { ANALYZER_VERSION } from "../../../../../search/fulltext/analyzer/index.ts";
import { digestIndex, openFullTextReader, openFullTextStore } from "../../../../../search/fulltext/open.ts";
import type { FullTextWriter } from "../../../../../search/fulltext/port.ts";
import { temporaryFolder } from "../../../../folders.ts";
import {
  describeOnMeilisearch,
  type OwnMeilisearch,
  ownIndexes,
  startServer,
} from "../../../../servers/meilisearch.ts";
import { openEmbedded } from "../../../../servers/stores.ts";
import { describeFullTextEngine } from "../conformance.ts";
import { describeEditions } from "../editions-conformance.ts";

describeOnMeilisearch("on two servers", () => {
  let other: OwnMeilisearch;

  beforeAll(async () => {
    other = await startServer(temporaryFolder());
  }, 60_000);
  afterAll(() => other.stop());

  const open = async () => {
    // It knows the servers of one index.
    const store = await openEmbedded();
    const own = await ownIndexes();
    const fulltext = { kind: "meilisearch", ...own, url: `${own.url},${other.url}` } as const;
    const opened = openFullTextStore({ dataDir: "", fulltext });
    if (!("servers" in opened)) throw new Error("there are two");
    const { servers } = opened;
    const among = servers.map(({ name }) => name);
    const writers = await Promise.all(servers.map((server) => server.openWriter()));
    const [first] = writers;
    if (first === undefined) throw new Error("there are two");
    /** As the worker does of each server that it has brought in step. */
    const record = async () => {
      const { count, digest } = digestIndex(await first.hashes());
      for (const server of servers) {
        const generation = `${ANALYZER_VERSION} ${await server.generation()}`;
        const seen = {
          server: server.name,
          wanted: `${count} ${digest}`,
          generation,
          among,
          now: new Date(),
        };
        await recordServerInStep(store.database, seen);
      }
    };
    const onAll = async (work: (writer: FullTextWriter) => Promise<void>) => {
      await Promise.all(writers.map(work));
    };
    const writer: FullTextWriter = {
      ...first,
      upsert: (documents) => onAll((each) => each.upsert(documents)),
      remove: (entries) => onAll((each) => each.remove(entries)),
      async settle(onWait) {
        await onAll((each) => each.settle(onWait));
        await record();
      },
      close: () => onAll((each) => each.close()),
    };
    await record();
    const reader = openFullTextReader({ dataDir: "", fulltext }, { primary: store.database });
    return {
      reader,
      writer,
      digest: () => servers[1]?.digest() ?? Promise.reject(new Error("there are two")),
      async dispose() {
        await reader.close();
        await writer.close();
        await store.close();
      },
    };
  };
  describeFullTextEngine("Meilisearch", open);
  describeEditions("Meilisearch", open);
});
