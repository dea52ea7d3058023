import { afterAll, beforeAll, expect, test } from "bun:test";
import { openQuestionEmbedders } from "../../../../db/embeddings/open.ts";
import { readActiveEmbedder } from "../../../../db/queries/corpus.ts";
import { embeddingModels } from "../../../../db/schema/embeddings.ts";
import { passageVectors } from "../../../../db/schema/passages.ts";
import { dot } from "../../../fixtures/vectors.ts";
import { type EmbeddingService, startEmbeddingService } from "../../../servers/embeddings.ts";
import { openEmbedded } from "../../../servers/stores.ts";
import { contenu, dating, ingester, writeExport } from "../exports.ts";
import { useOwnStore } from "../own-store.ts";

const SMALL = 384;
const store = useOwnStore(openEmbedded);

let service: EmbeddingService;
beforeAll(() => {
  service = startEmbeddingService(0, SMALL);
});
afterAll(() => service.stop());

const corpus = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    contenu(`BOI-IR-${index + 1}0`, {
      date: "2020-01-15",
      pgp: index + 1,
      texte: `pension ${index % 3} barème ${index}`,
    }),
  );

const embeddings = () =>
  ({
    kind: "openai",
    url: service.url,
    model: "e5",
    apiKey: null,
    queryPrefix: "",
    passagePrefix: "",
    textWeight: 1,
  }) as const;

/** Gives the passages that the service was sent, and the version that questions are then compared with. */
async function ingest(count: number, date: string) {
  const before = service.requests.length;
  const vectors = { embeddings: embeddings(), index: null };
  await ingester(store.database).ingest(writeExport([...corpus(count), dating(date)]), { vectors });
  const sent = service.requests.slice(before).flatMap(({ input }) => input);
  const version = (await readActiveEmbedder(store.database)) ?? "";
  return { sent: sent.filter((text) => text !== "impôt").length, version };
}

test("a service of 384 dimensions is completed by the corpus; a new corpus model asks it for nothing again", async () => {
  const first = await ingest(50, "2021-01-31");
  expect(first).toEqual({ sent: 50, version: expect.stringMatching(/^openai:e5@384\+corpus-/) });
  const second = await ingest(60, "2021-02-28");
  expect(second.sent).toBe(10);
  expect(second.version).not.toBe(first.version);

  const kept = await store.database.selectDistinct({ version: passageVectors.version }).from(passageVectors);
  expect(kept.map(({ version }) => version).sort()).toEqual([second.version, "openai:e5@384"].sort());
  expect(await store.database.select().from(embeddingModels)).toHaveLength(1);

  const embedder = await openQuestionEmbedders(embeddings(), store.database).of(second.version);
  const question = await embedder.embedQuestion("La pension et le barème");
  expect(question).toHaveLength(1024);
  expect(dot(question, question)).toBeCloseTo(1, 5);
});
