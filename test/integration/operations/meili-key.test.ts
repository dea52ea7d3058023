/** The key that API processes read Meilisearch with, made by a command of the worker. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  keepSearchKey,
  makeSearchKey,
  makeSearchKeys,
} from "../../../search/fulltext/meilisearch/search-key.ts";
import { openFullTextIndex, openFullTextReader } from "../../../search/fulltext/open.ts";
import { BARE_ENVIRONMENT } from "../../bare-environment.ts";
import { temporaryFolder } from "../../folders.ts";
import { rejectionOf } from "../../rejection.ts";
import {
  describeOnMeilisearch,
  meilisearchServer,
  ownIndexes,
  startServer,
} from "../../servers/meilisearch.ts";

setDefaultTimeout(60_000);

/** What a server tells of the key of readers. */
const READING = { actions: ["search", "documents.get", "indexes.get"], expiresAt: null };
const indexesOf = (index: string) => [index, `${index}-titres`, `${index}-passes`];

const ROOT = join(import.meta.dir, "../../..");

async function run(environment: Readonly<Record<string, string>>) {
  const child = Bun.spawn([process.execPath, "run", "--silent", "meili:key"], {
    cwd: ROOT,
    env: { ...BARE_ENVIRONMENT, ...environment },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, output, errors };
}

describeOnMeilisearch("bun run meili:key", () => {
  test("prints a key that searches, and can neither write nor manage; asked again, the same", async () => {
    const { url, key } = await meilisearchServer();
    const made = await run({ MEILI_URL: url, MEILI_KEY: key });
    expect([made.code, made.output, made.errors]).toEqual([0, expect.stringMatching(/^\w{64}\n$/), ""]);
    expect((await run({ MEILI_URL: url, MEILI_KEY: key })).output).toBe(made.output);
    const authorization = `Bearer ${made.output.trim()}`;
    const ask = async (method: string, path: string, body?: object) =>
      (
        await fetch(url + path, {
          method,
          headers: { authorization, "content-type": "application/json" },
          ...(body && { body: JSON.stringify(body) }),
        })
      ).status;
    // Let in, whether the index is there or not.
    expect(await ask("POST", "/indexes/doctrine/search", { q: "impôt" })).not.toBe(403);
    const refused = [
      ask("POST", "/indexes/doctrine/documents", [{ pk: 1 }]),
      ask("DELETE", "/indexes/doctrine"),
      ask("PATCH", "/indexes/doctrine/settings", { rankingRules: [] }),
      ask("POST", "/indexes/autre/search", { q: "impôt" }),
      ask("GET", "/keys"),
    ];
    expect(await Promise.all(refused)).toEqual(refused.map(() => 403));
  });

  test("is made on every server, and tells of the one that does not answer", async () => {
    const { url, key } = await meilisearchServer();
    const other = await startServer(temporaryFolder());
    try {
      const both = { MEILI_URL: `${url},${other.url}`, MEILI_KEY: key };
      const made = await run(both);
      expect([made.code, made.errors]).toEqual([0, ""]);
      const { results } = await other.client.getKeys({ limit: 100 });
      expect(results.map((each) => each.key)).toContain(made.output.trim());
      await other.stop();
      const told = await run(both);
      expect([told.code, told.output]).toEqual([1, made.output]);
      expect(told.errors).toContain("Serveur n° 2 de MEILI_URL : Le serveur Meilisearch");
    } finally {
      await other.stop();
    }
  });

  test("a server of another master key is told, and the key of the others kept", async () => {
    const config = await ownIndexes();
    const own = await makeSearchKey(config);
    const { uid } = await (await meilisearchServer()).client.getKey(own);
    // What a server of another master key answers to the same request.
    const other = Bun.serve({
      port: 0,
      fetch: () => Response.json({ ...READING, uid, key: "f".repeat(64), indexes: indexesOf(config.index) }),
    });
    const faults: unknown[] = [];
    const url = `${config.url},http://127.0.0.1:${other.port}`;
    try {
      expect(await makeSearchKeys({ ...config, url }, (rank, fault) => faults.push([rank, fault]))).toBe(own);
    } finally {
      await other.stop(true);
    }
    expect(faults).toEqual([
      [2, expect.objectContaining({ message: expect.stringContaining("autre clé de lecture") })],
    ]);
  });

  test("says what it lacks, without repeating a key", async () => {
    const { url, key } = await meilisearchServer();
    expect(await run({})).toMatchObject({ code: 1, errors: expect.stringContaining("MEILI_URL") });
    const { output } = await run({ MEILI_URL: url, MEILI_KEY: key });
    const reading = await run({ MEILI_URL: url, MEILI_KEY: output.trim() });
    expect([reading.code, reading.errors]).toEqual([1, expect.stringContaining("refuse la clé")]);
    expect(reading.errors).not.toContain(output.trim());
  });

  test("a key of other rights is made again, and keeps its value", async () => {
    const config = await ownIndexes();
    const { client } = await meilisearchServer();
    const value = await makeSearchKey(config);
    const { uid } = await client.getKey(value);
    await client.deleteKey(uid);
    await client.createKey({ uid, actions: ["search"], indexes: [config.index], expiresAt: null });
    expect(await makeSearchKey(config)).toBe(value);
    expect((await client.getKey(value)).actions).toContain("documents.get");
  });

  test("with it alone, the index is read, and what would write it says which key it lacks", async () => {
    const config = await ownIndexes();
    const fulltext = {
      ...config,
      kind: "meilisearch",
      key: null,
      searchKey: await makeSearchKey(config),
    } as const;
    const written = openFullTextIndex({ dataDir: "", fulltext: { ...fulltext, key: config.key } });
    await written.rebuild(async () => {});
    const reader = openFullTextReader({ dataDir: "", fulltext });
    await reader.ping();
    await reader.close();
    const index = openFullTextIndex({ dataDir: "", fulltext });
    for (const act of [index.openWriter(), index.rebuild(async () => {}), index.removeLeftovers()])
      expect(await rejectionOf(act)).toMatchObject({ message: expect.stringContaining("MEILI_KEY manque") });
  });

  test("from its file it is read once it is written, and again once it is replaced", async () => {
    const config = await ownIndexes();
    const { client } = await meilisearchServer();
    const path = join(temporaryFolder(), "lecture");
    const fulltext = { ...config, kind: "meilisearch", key: null, searchKeyFile: path } as const;
    const written = openFullTextIndex({ dataDir: "", fulltext: { ...fulltext, key: config.key } });
    await written.rebuild(async () => {});
    const reader = openFullTextReader({ dataDir: "", fulltext });
    expect(await rejectionOf(reader.ping())).toMatchObject({
      name: "EngineUnavailable",
      message: expect.stringContaining("MEILI_SEARCH_KEY_FILE"),
    });
    expect(await keepSearchKey(config, path)).toBe(true);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await reader.ping();
    expect(await keepSearchKey(config, path)).toBe(false);
    // The value of a key follows from its identifier and the master key: another one stands for another master key.
    const others = { actions: ["search", "documents.get", "indexes.get"], indexes: ["*"], expiresAt: null };
    const other = await client.createKey(others);
    await client.deleteKey(await makeSearchKey(config));
    await writeFile(path, other.key);
    await reader.ping();
    await writeFile(path, "");
    await client.deleteKey(other.key);
    expect(await rejectionOf(reader.ping())).toMatchObject({ name: "EngineUnavailable" });
    // As the worker does every minute, whatever became of the file and of the server.
    expect(await keepSearchKey(config, path)).toBe(true);
    await reader.ping();
    await reader.close();
  });
});
