import { afterAll, beforeAll, expect, test } from "bun:test";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { readClassificationNode } from "../../../src/features/plan/service.ts";
import { addClassificationNode, addDocuments } from "../../fixtures/corpus.ts";
import { forOneStore } from "../../servers/stores.ts";

forOneStore((_, open) => {
  let store: RelationalStore;

  beforeAll(async () => {
    store = await open();
    for (const code of ["RSA", "REC", "ANNX", "IR", "TVA", "IS", "BA"]) {
      await addClassificationNode(store.database, code, `Série ${code}`, 1);
    }
    for (const segment of ["100", "20", "9", "ZZ", "LIQ", "BASE", "10"]) {
      await addClassificationNode(store.database, `IR/${segment}`, `Nœud ${segment}`, 1);
    }
    await addClassificationNode(store.database, "IR/LIQ/20", "Barème", 2);
    await addDocuments(
      store.database,
      { boiId: "BOI-IR-LIQ", shown: { titre: "IR - Liquidation", date: "2019-05-06" } },
      { boiId: "BOI-IR-RETIRE", statut: "retire" },
    );
  });
  afterAll(() => store.close());

  test("the root lists the series, the contract's first in its order, then the others by code", async () => {
    const root = await readClassificationNode(store.database, "");
    expect(root).toMatchObject({ chemin: "", titre: "Plan de classement", documents: [] });
    expect(root.children.map(({ segment }) => segment)).toEqual([
      "IS",
      "IR",
      "TVA",
      "REC",
      "ANNX",
      "BA",
      "RSA",
    ]);
  });

  test("a node gives its label, its own document and its children", async () => {
    expect(await readClassificationNode(store.database, "IR/LIQ")).toEqual({
      chemin: "IR/LIQ",
      titre: "Nœud LIQ",
      children: [{ chemin: "IR/LIQ/20", segment: "20", titre: "Barème", documents: 2 }],
      documents: [
        {
          boi_id: "BOI-IR-LIQ",
          titre: "IR - Liquidation",
          statut: "en_vigueur",
          date_publication: "2019-05-06",
          url: "https://exemple.fr/BOI-IR-LIQ-20190506",
        },
      ],
    });
  });

  test("children come in numeric order, then the named ones", async () => {
    const { children } = await readClassificationNode(store.database, "IR");
    expect(children.map(({ segment }) => segment)).toEqual(["9", "10", "20", "100", "BASE", "LIQ", "ZZ"]);
  });

  test.each([
    ["holds nothing", "XX/42"],
    ["held a document that was withdrawn", "IR/RETIRE"],
  ])("a path that %s has empty lists", async (_, chemin) => {
    expect(await readClassificationNode(store.database, chemin)).toEqual({
      chemin,
      titre: null,
      children: [],
      documents: [],
    });
  });
});
