import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Database } from "../../../../db/postgres/database.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { embeddingModelParts, embeddingModels } from "../../../../db/schema/embeddings.ts";
import { type CorpusModel, serializeModel } from "../../../../search/embeddings/corpus/model.ts";
import { trainCorpusModel } from "../../../../search/embeddings/corpus/train.ts";
import {
  newestModel,
  readModel,
  removeModelsExcept,
  saveModel,
} from "../../../../search/embeddings/models.ts";
import { forEachStore } from "../../../servers/stores.ts";

const MEGABYTE = 1024 * 1024;

forEachStore((_, open) => {
  let store: RelationalStore;
  let database: Database;
  let small: CorpusModel;
  let large: CorpusModel;

  beforeAll(async () => {
    store = await open();
    database = store.database;
    small = await trainCorpusModel(["Le bois sèche.", "Le bois brûle."], { seed: 1 });
    const words = Array.from({ length: 2_500 }, (_, index) => `mot${index}`).join(" ");
    large = await trainCorpusModel([words, words, "Le bois sèche."], { seed: 1 });
  });

  afterAll(() => store.close());

  test("before the first training there is no model", async () => {
    expect(await newestModel(database)).toBeNull();
    expect(await readModel(database, small.version)).toBeNull();
  });

  test("models come back as they were saved, whatever their size", async () => {
    expect(serializeModel(large).length).toBeGreaterThan(MEGABYTE);
    for (const model of [small, large]) {
      await saveModel(database, model);
      expect(await readModel(database, model.version)).toEqual(model);
      expect(await newestModel(database)).toMatchObject({
        version: model.version,
        passages: model.passages,
      });
    }
  });

  test("a model trained again becomes the newest", async () => {
    await saveModel(database, small);
    expect((await newestModel(database))?.version).toBe(small.version);
  });

  test("a model whose writing was interrupted is not there", async () => {
    await database
      .insert(embeddingModelParts)
      .values({ version: "corpus-x", part: 0, bytes: new Uint8Array(9) });
    expect(await readModel(database, "corpus-x")).toBeNull();
    expect((await newestModel(database))?.version).toBe(small.version);
  });

  test("only the models that serve are kept", async () => {
    await removeModelsExcept(database, [large.version]);
    expect(await readModel(database, small.version)).toBeNull();
    expect(await readModel(database, large.version)).toEqual(large);
    expect(await database.$count(embeddingModels)).toBe(1);
    await removeModelsExcept(database, []);
    expect(await database.$count(embeddingModelParts)).toBe(0);
  });
});
