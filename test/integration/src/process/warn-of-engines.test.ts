/** A process that starts while engines are unreachable logs which ones, and why. */
import { expect, test } from "bun:test";
import { createLogger } from "../../../../db/engine/operator-acts.ts";
import { activateEmbedder } from "../../../../search/embeddings/fillings.ts";
import { openFullTextReader } from "../../../../search/fulltext/open.ts";
import { openQdrantReader } from "../../../../search/vectors/open.ts";
import { warnOfEngines } from "../../../../src/process/serve.ts";
import { fakeSemantic } from "../../../fixtures/semantic.ts";
import { findFreePort } from "../../../servers/free-port.ts";
import { openEmbedded } from "../../../servers/stores.ts";

test("each engine that refuses connections has its line, with its cause; one that answers has none", async () => {
  const store = await openEmbedded();
  await activateEmbedder(store.database, "v1");
  const lines: { level: number; engine: string; err: { message: string } }[] = [];
  const logger = createLogger("info", { write: (line) => void lines.push(JSON.parse(line)) });
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const vectors = openQdrantReader({ url, apiKey: null, prefix: "essai" });
  const fulltext = openFullTextReader({
    dataDir: "",
    fulltext: { kind: "meilisearch", url, key: "cle", index: "essai", keepsSettings: false },
  });
  const deps = { database: store.database, ...fakeSemantic() };
  await warnOfEngines({ ...deps, fulltext: { ping: async () => {} } }, logger);
  expect(lines).toEqual([]);
  await warnOfEngines({ ...deps, vectors, fulltext }, logger);
  expect(lines.map(({ engine }) => engine).toSorted()).toEqual(["fulltext", "vectors"]);
  for (const { err } of lines) expect(err.message).toContain("la connexion est refusée");
  await fulltext.close();
  await store.close();
});
