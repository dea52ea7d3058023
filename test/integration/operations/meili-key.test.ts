/** The key that API processes read Meilisearch with, made by a command of the worker. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { makeSearchKey } from "../../../search/fulltext/meilisearch/index.ts";
import { openFullTextIndex, openFullTextReader } from "../../../search/fulltext/open.ts";
import { BARE_ENVIRONMENT } from "../../bare-environment.ts";
import { rejectionOf } from "../../rejection.ts";
import { describeOnMeilisearch, meilisearchServer, ownIndexes } from "../../servers/meilisearch.ts";

setDefaultTimeout(60_000);

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
});
