/** The full-text index on several servers: which are filled, owed, proved, and which are read. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { fingerprint } from "../../../../bofip/text/characters.ts";
import { NO_FILTER } from "../../../../db/engine/document-filter.ts";
import { eraseWording } from "../../../../db/erasure/erase.ts";
import { readDebts } from "../../../../db/ingestion/derived/debts.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { lookAtServers } from "../../../../ingest/derived/fulltext-servers.ts";
import { proveErasures, rebuildStores } from "../../../../ingest/derived/proof.ts";
import { lookAtStores, owedStores, payDebts } from "../../../../ingest/derived/stores.ts";
import {
  type FullTextServer,
  openFullTextReader,
  openFullTextStore,
} from "../../../../search/fulltext/open.ts";
import type { FullTextReader } from "../../../../search/fulltext/port.ts";
import { parseQuery } from "../../../../search/fulltext/query/parse.ts";
import { EMBEDDED_ENGINES } from "../../../fixtures/engines.ts";
import { temporaryFolder } from "../../../folders.ts";
import { rejectionOf } from "../../../rejection.ts";
import { type FaultyProxy, openFaultyProxy } from "../../../servers/faulty-proxy.ts";
import { describeOnMeilisearch, type OwnMeilisearch, startServer } from "../../../servers/meilisearch.ts";
import { openEmbedded } from "../../../servers/stores.ts";
import { contenu, dating, emptyStore, ingester, TEN, writeExport } from "../exports.ts";

setDefaultTimeout(120_000);

const ID = "BOI-IR-SERVEURS-10";
const NOW = new Date("2026-06-02T04:00:00Z");
const VECTORS = { embeddings: EMBEDDED_ENGINES.embeddings, index: null };

/** Ten documents, and one that says `texte` in the edition of its day: a later one is more recent. */
function saying(texte: string, day: number): string {
  const date = `2021-01-0${day}`;
  return writeExport(
    [...TEN, contenu(ID, { date, pgp: day, texte }), dating("2021-01-31")],
    `2026-01-0${day}T00:00:00Z`,
  );
}

describeOnMeilisearch("a full-text index on three servers", () => {
  const servers: OwnMeilisearch[] = [];
  const networks: FaultyProxy[] = [];
  let store: RelationalStore;
  let indexes = 0;
  let readers: FullTextReader[] = [];

  beforeAll(async () => {
    store = await openEmbedded();
    for (let rank = 0; rank < 3; rank += 1) {
      const server = await startServer(temporaryFolder());
      servers.push(server);
      networks.push(await openFaultyProxy(server.url));
    }
  });
  beforeEach(() => {
    indexes += 1;
    for (const network of networks) network.behave("pass");
  });
  afterEach(async () => {
    for (const reader of readers) await reader.close();
    readers = [];
    await emptyStore(store.database);
  });
  afterAll(async () => {
    for (const network of networks) await network.close();
    for (const server of servers) await server.stop();
    await store.close();
  });

  /** The index of this test on the servers of these ranks, from 0. */
  const settings = (...ranks: readonly number[]) => ({
    dataDir: "",
    fulltext: {
      kind: "meilisearch",
      url: ranks.map((rank) => networks[rank]?.url ?? "").join(","),
      key: servers[0]?.key ?? "",
      index: `groupe-${indexes}`,
      keepsSettings: false,
      answerLimitMs: 3_000,
    } as const,
  });
  const ALL = [0, 1, 2] as const;
  const fullTextOf = (...ranks: readonly number[]) => openFullTextStore(settings(...ranks));
  const ingest = (source: string, ...ranks: readonly number[]) =>
    ingester(store.database).ingest(source, { fullText: fullTextOf(...ranks) });
  const depsOf = (...ranks: readonly number[]) => ({
    database: store.database,
    fullText: fullTextOf(...ranks),
    vectors: VECTORS,
    clock: () => NOW,
    signal: new AbortController().signal,
  });
  const owed = async (...ranks: readonly number[]) =>
    owedStores(await lookAtStores(store.database, depsOf(...ranks)));
  const open = (...ranks: readonly number[]) => {
    const reader = openFullTextReader(settings(...ranks), { primary: store.database });
    readers.push(reader);
    return reader;
  };
  const totalOf = async (reader: FullTextReader, word: string) => {
    const { node } = parseQuery(word);
    return (await reader.search({ query: node, filter: NO_FILTER, limit: 5, offset: 0 })).total;
  };
  const states = async (...ranks: readonly number[]) => {
    const { fullText } = depsOf(...ranks);
    const group: readonly FullTextServer[] = "servers" in fullText ? fullText.servers : [];
    return (await lookAtServers(store.database, group)).map(({ state, fault }) => (fault ? "away" : state));
  };
  const wipe = async (rank: number) => {
    const client = servers[rank]?.client;
    for (const { uid } of (await client?.getRawIndexes({ limit: 100 }))?.results ?? [])
      await client?.deleteIndex(uid).waitTask();
  };
  const countRows = async () => (await store.database.$client`select from fulltext_servers`).length;

  test("is in step when those that answer are; the one away is owed, and paid once it answers", async () => {
    networks[2]?.behave("refuse");
    const run = await ingest(saying("Un phare.", 1), ...ALL);
    expect(run.status).toBe("succeeded");
    expect(run.message).toContain("Le serveur n° 3 de MEILI_URL reste à mettre à jour");
    expect(run.message).not.toContain("n° 1");
    expect(run.proof?.fulltext.agrees).toBe(true);
    expect((await readDebts(store.database)).debts).toEqual([]);
    const reader = open(...ALL);
    expect(await totalOf(reader, "phare")).toBe(1);
    expect(await reader.servers()).toEqual({ up: 2, inStep: 2, total: 3 });
    expect(await owed(...ALL)).toEqual([]);
    networks[2]?.behave("pass");
    expect(await states(...ALL)).toEqual(["in step", "in step", "behind"]);
    expect(await owed(...ALL)).toEqual(["fulltext"]);
    expect(await payDebts(depsOf(...ALL))).toEqual({ inStep: ["fulltext"], behind: [], remarks: [] });
    expect(await states(...ALL)).toEqual(["in step", "in step", "in step"]);
    expect(await owed(...ALL)).toEqual([]);
    expect(await open(...ALL).servers()).toEqual({ up: 3, inStep: 3, total: 3 });
  });

  test("one that misses a change is not read until it has it", async () => {
    await ingest(saying("Un phare.", 1), ...ALL);
    networks[0]?.behave("refuse");
    networks[1]?.behave("refuse");
    await ingest(saying("Un sémaphore.", 2), ...ALL);
    for (const network of networks) network.behave("pass");
    const reader = open(...ALL);
    for (let turn = 0; turn < 5; turn += 1) expect(await totalOf(reader, "sémaphore")).toBe(1);
    expect(await reader.servers()).toEqual({ up: 3, inStep: 1, total: 3 });
    networks[2]?.behave("refuse");
    expect(await rejectionOf(totalOf(open(...ALL), "sémaphore"))).toMatchObject({
      name: "EngineUnavailable",
      message: expect.stringContaining("à jour"),
    });
    await payDebts(depsOf(...ALL));
    expect(await totalOf(open(...ALL), "sémaphore")).toBe(1);
    networks[2]?.behave("pass");
    expect(await states(...ALL)).toEqual(["in step", "in step", "in step"]);
  });

  test.each([
    ["emptied", wipe],
    [
      "restored from an older copy",
      async (rank: number) => {
        const index = servers[rank]?.client.index(`groupe-${indexes}`);
        await index?.deleteAllDocuments().waitTask();
      },
    ],
  ])("one that was %s is read no more until it is filled", async (_, harm) => {
    await ingest(saying("Un phare.", 1), ...ALL);
    await harm(0);
    const reader = open(...ALL);
    for (let turn = 0; turn < 5; turn += 1) expect(await totalOf(reader, "phare")).toBe(1);
    expect(await reader.servers()).toEqual({ up: 3, inStep: 2, total: 3 });
    expect(await payDebts(depsOf(...ALL))).toMatchObject({ inStep: ["fulltext"], behind: [] });
    networks[1]?.behave("refuse");
    networks[2]?.behave("refuse");
    expect(await totalOf(open(...ALL), "phare")).toBe(1);
  });

  test("one that hangs costs its time limit once", async () => {
    await ingest(saying("Un phare.", 1), 0, 1);
    const reader = open(0, 1);
    expect(await totalOf(reader, "phare")).toBe(1);
    networks[0]?.behave("hang");
    const startedAt = performance.now();
    expect(await totalOf(reader, "phare")).toBe(1);
    const first = performance.now() - startedAt;
    for (let turn = 0; turn < 20; turn += 1) expect(await totalOf(reader, "phare")).toBe(1);
    expect(first).toBeLessThan(4_000);
    expect(performance.now() - startedAt - first).toBeLessThan(1_500);
    await reader.ping();
  });

  test("the only one that answers is read while it is written, as a single server is", async () => {
    await ingest(saying("Un phare.", 1), 0, 1);
    networks[1]?.behave("refuse");
    const reader = open(0, 1);
    const counts: number[] = [];
    let isOver = false;
    const read = async () => {
      while (!isOver) counts.push(await totalOf(reader, "phare"));
    };
    const work = async () => {
      await rebuildStores(store.database, depsOf(0, 1), ["fulltext"]);
      await ingest(saying("Un phare et un sémaphore.", 2), 0, 1);
      isOver = true;
    };
    await Promise.all([read(), work()]);
    expect(new Set(counts)).toEqual(new Set([1]));
    expect(await totalOf(open(0, 1), "sémaphore")).toBe(1);
  });

  test("a server added to a single one is not read before it is filled, nor is one that a single one has left behind", async () => {
    await ingest(saying("Un phare.", 1), 0);
    expect(await countRows()).toBe(0);
    expect(await totalOf(open(1, 0), "phare")).toBe(1);
    expect(await states(1, 0)).toEqual(["behind", "in step"]);
    await payDebts(depsOf(1, 0));
    expect(await states(1, 0)).toEqual(["in step", "in step"]);
    // As an earlier release does, which knows one server.
    await ingest(saying("Un sémaphore.", 2), 0);
    expect(await states(1, 0)).toEqual(["behind", "in step"]);
    const reader = open(1, 0);
    for (let turn = 0; turn < 3; turn += 1) expect(await totalOf(reader, "sémaphore")).toBe(1);
    await payDebts(depsOf(1, 0));
    expect(await states(1, 0)).toEqual(["in step", "in step"]);
    await ingest(saying("Un fanal.", 3), 0, 2);
    expect(await countRows()).toBe(2);
  });

  test("when none can be filled, the index is owed as a single one is", async () => {
    for (const network of networks) network.behave("refuse");
    const run = await ingest(saying("Un phare.", 1), ...ALL);
    expect(run.message).toContain(
      "L'index plein texte n'est pas à jour (Le serveur Meilisearch de MEILI_URL",
    );
    expect((await readDebts(store.database)).debts).toMatchObject([{ store: "fulltext", documents: 11 }]);
    for (const network of networks) network.behave("pass");
    expect(await payDebts(depsOf(...ALL))).toMatchObject({ inStep: ["fulltext"], behind: [] });
    expect((await readDebts(store.database)).debts).toEqual([]);
    expect(await states(...ALL)).toEqual(["in step", "in step", "in step"]);
  });

  test("an erasure is not proved while a server is away that may hold the text", async () => {
    const texte = "Zibeline taxée au nom de Martin.";
    await ingest(saying(texte, 1), ...ALL);
    networks[1]?.behave("refuse");
    await eraseWording(store.database, { empreinte: fingerprint(texte), reason: "jugement" }, NOW);
    expect(await proveErasures(store.database, depsOf(...ALL), NOW)).toEqual(["fulltext"]);
    expect(await totalOf(open(...ALL), "zibeline")).toBe(0);
    networks[1]?.behave("pass");
    expect(await proveErasures(store.database, depsOf(...ALL), NOW)).toEqual([]);
    expect(await states(...ALL)).toEqual(["in step", "in step", "in step"]);
    for (const rank of ALL) {
      const found = await servers[rank]?.client.index(`groupe-${indexes}`).search("zibeline");
      expect(found?.hits).toEqual([]);
    }
  });
});
