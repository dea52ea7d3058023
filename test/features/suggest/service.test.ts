import { afterAll, beforeAll, expect, test } from "bun:test";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { suggestTitles } from "../../../src/features/suggest/service.ts";
import { addDocuments } from "../../fixtures/corpus.ts";
import { fakeFullText } from "../../fixtures/fulltext.ts";
import { forOneStore } from "../../servers/stores.ts";

forOneStore((_, open) => {
  let store: RelationalStore;

  beforeAll(async () => {
    store = await open();
    await addDocuments(
      store.database,
      { boiId: "BOI-IR-1" },
      { boiId: "BOI-TVA-1" },
      { boiId: "BOI-IR-RETIRE", statut: "retire" },
    );
  });
  afterAll(() => store.close());

  const suggest = (found: string[]) => {
    const fulltext = fakeFullText({ suggest: async (_, limit) => found.slice(0, limit) });
    return suggestTitles({ database: store.database, fulltext }, { q: "tit", limit: 3 });
  };

  test("suggestions keep the order of the index and repeat the question", async () => {
    expect(await suggest(["BOI-TVA-1", "BOI-IR-1"])).toEqual({
      q: "tit",
      suggestions: [
        { boi_id: "BOI-TVA-1", titre: "Titre de BOI-TVA-1", domaine: "TVA" },
        { boi_id: "BOI-IR-1", titre: "Titre de BOI-IR-1", domaine: "IR" },
      ],
    });
  });

  test("a document that is no longer in force is not suggested, even by a late index", async () => {
    const { suggestions } = await suggest(["BOI-IR-RETIRE", "BOI-IR-DISPARU", "BOI-IR-1"]);
    expect(suggestions.map(({ boi_id }) => boi_id)).toEqual(["BOI-IR-1"]);
  });

  test("nothing found gives an empty list", async () => {
    expect(await suggest([])).toEqual({ q: "tit", suggestions: [] });
  });
});
