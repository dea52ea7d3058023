import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { NO_FILTER } from "../../../../../db/engine/document-filter.ts";
import { EngineUnavailable } from "../../../../../db/engine/unavailable.ts";
import type { MeilisearchConfig } from "../../../../../search/fulltext/meilisearch/connection.ts";
import { openMeilisearchReader } from "../../../../../search/fulltext/meilisearch/reader.ts";
import { openMeilisearchWriter } from "../../../../../search/fulltext/meilisearch/writer.ts";
import type { FullTextReader } from "../../../../../search/fulltext/port.ts";
import { parseQuery } from "../../../../../search/fulltext/query/parse.ts";
import { rejectionOf } from "../../../../rejection.ts";
import { type FaultyProxy, openFaultyProxy } from "../../../../servers/faulty-proxy.ts";
import { describeOnMeilisearch, ownIndexes } from "../../../../servers/meilisearch.ts";
import { PLACED } from "../corpus.ts";

const FAULTS = [
  ["that refuses connections", "refuse", "ne répond pas"],
  ["that never answers", "hang", "n'a pas répondu à temps"],
  ["in error", "HTTP/1.1 500 Internal Server Error\r\ncontent-length: 2\r\n\r\n{}", "erreur (500)"],
  ["too busy", "HTTP/1.1 503 Service Unavailable\r\ncontent-length: 2\r\n\r\n{}", "erreur (503)"],
  [
    "behind a proxy in error",
    "HTTP/1.1 502 Bad Gateway\r\ncontent-length: 6\r\n\r\n<html>",
    "n'est pas Meilisearch",
  ],
] as const;

describeOnMeilisearch("Meilisearch failing", () => {
  let config: MeilisearchConfig;
  let proxy: FaultyProxy;
  let reader: FullTextReader;

  beforeAll(async () => {
    const direct = await ownIndexes();
    const writer = await openMeilisearchWriter(direct);
    await writer.upsert(PLACED.slice(0, 12));
    await writer.settle();
    proxy = await openFaultyProxy(direct.url);
    config = { ...direct, url: proxy.url };
    reader = openMeilisearchReader(config);
  });
  beforeEach(() => proxy.behave("pass"));
  afterAll(() => proxy.close());

  const asks = (through: FullTextReader) => [
    () => through.search({ query: parseQuery("girafe").node, filter: NO_FILTER, limit: 5, offset: 0 }),
    () =>
      through.search({
        query: parseQuery('"parmi d\'autres animaux"').node,
        filter: NO_FILTER,
        limit: 5,
        offset: 0,
      }),
    () => through.suggest("girafe", 5),
    () => through.suggest("BOI-PAT", 5),
    () => through.ping(),
  ];

  test.each(FAULTS)(
    "a server %s is told apart from a bug, and served from again once well",
    async (_, fault, wording) => {
      proxy.behave(fault);
      const rejections = await Promise.all(asks(reader).map((ask) => rejectionOf(ask())));
      for (const rejection of rejections) {
        expect(rejection).toBeInstanceOf(EngineUnavailable);
        expect(rejection).toMatchObject({ engine: "meilisearch", message: expect.stringContaining(wording) });
        expect(String(rejection)).not.toContain(config.key);
        expect(String(rejection)).not.toContain("127.0.0.1");
      }
      proxy.behave("pass");
      for (const ask of asks(reader)) await ask();
    },
  );

  test("a connection that breaks once is not noticed", async () => {
    for (const ask of asks(reader)) {
      proxy.behave("cut");
      await ask();
    }
  });

  test("a key that the server refuses is named", async () => {
    const stranger = openMeilisearchReader({ ...config, key: "une-autre-clef" });
    const rejection = await rejectionOf(stranger.ping());
    expect(rejection).toBeInstanceOf(EngineUnavailable);
    expect(rejection).toMatchObject({
      message: "Le serveur Meilisearch refuse la clé de MEILI_KEY ou de MEILI_SEARCH_KEY.",
    });
  });

  test("an index that is not there yet is said to be missing", async () => {
    for (const ask of asks(openMeilisearchReader({ ...config, index: "jamais-construit" }))) {
      const rejection = await rejectionOf(ask());
      expect(rejection).toBeInstanceOf(EngineUnavailable);
      expect(rejection).toMatchObject({ message: "L'index plein texte n'est pas encore construit." });
    }
  });

  test("a batch that the server can't index fails whole", async () => {
    const writer = await openMeilisearchWriter(config);
    const before = await writer.hashes();
    const [first, second] = PLACED.slice(12);
    if (first === undefined || second === undefined) throw new Error("two documents were expected");
    await writer.upsert([first, { ...second, boiId: "sans identifiant" }]);
    const rejection = await rejectionOf(writer.settle());
    expect(rejection).toBeInstanceOf(EngineUnavailable);
    expect(rejection).toMatchObject({ message: expect.stringContaining("invalid_document_id") });
    expect(await writer.hashes()).toEqual(before);
  });

  test.each(FAULTS.slice(0, 1))("a writer before a server %s fails as unavailable", async (_, fault) => {
    proxy.behave(fault);
    expect(await rejectionOf(openMeilisearchWriter(config))).toBeInstanceOf(EngineUnavailable);
  });
});
