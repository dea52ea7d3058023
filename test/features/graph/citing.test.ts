import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { readCiting } from "../../../src/features/graph/service.ts";
import { addDocuments } from "../../fixtures/corpus.ts";
import { rejectionOf } from "../../rejection.ts";
import { forOneStore } from "../../servers/stores.ts";

const cible = (depuis: string | null, vers: string | null, jusqua: string | null = null) => ({
  depuis,
  vers,
  jusqua,
  edition: null,
  texte: "BOI-TVA-10",
});
const cites = (...cibles: ReturnType<typeof cible>[]) => ({
  references: [{ target: "BOI-TVA-10", paragraphe: null, mentions: cibles.length, cibles }],
});

forOneStore((_, open) => {
  let store: RelationalStore;
  const page = { limit: 20, offset: 0 };
  const citing = async (paragraphe: string | null, asked = page) => {
    const { total, citants } = await readCiting(store.database, {
      boiId: "BOI-TVA-10",
      paragraphe,
      ...asked,
    });
    return [total, ...citants.map(({ boi_id, paragraphes }) => [boi_id, ...paragraphes])];
  };

  beforeAll(async () => {
    store = await open();
    await addDocuments(
      store.database,
      { boiId: "BOI-TVA-10" },
      { boiId: "BOI-IR-A", shown: cites(cible("10", "20")) },
      { boiId: "BOI-IR-B", shown: cites(cible("30", "10", "40"), cible("30", "60"), cible("70", null)) },
      { boiId: "BOI-IR-C", shown: cites(cible(null, "20")) },
      { boiId: "BOI-IR-D", statut: "retire", shown: cites(cible("10", "20")) },
      { boiId: "BOI-IR-E", others: [{ date: "2015-01-01", ...cites(cible("10", "20")) }] },
    );
  });
  afterAll(() => store.close());

  describe("the documents in force that cite", () => {
    test("a document, those that mention it most first, with their §", async () => {
      expect(await citing(null)).toEqual([3, ["BOI-IR-B", "30", "70"], ["BOI-IR-A", "10"], ["BOI-IR-C"]]);
    });
    test("one of its §, alone or in a range", async () => {
      expect(await citing("20")).toEqual([3, ["BOI-IR-B", "30"], ["BOI-IR-A", "10"], ["BOI-IR-C"]]);
      expect(await citing("40")).toEqual([1, ["BOI-IR-B", "30"]]);
    });
    test("a § that none cites: none", async () => expect(await citing("50")).toEqual([0]));
    test("a page at a time", async () => {
      expect(await citing("20", { limit: 1, offset: 1 })).toEqual([3, ["BOI-IR-A", "10"]]);
    });
  });

  test("an unknown document is refused", async () => {
    const refusal = await rejectionOf(
      readCiting(store.database, { boiId: "BOI-XX", paragraphe: null, ...page }),
    );
    expect(refusal).toMatchObject({ code: "unknown_document" });
  });
});
