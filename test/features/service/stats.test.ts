import { afterAll, beforeAll, expect, test } from "bun:test";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { readSeries } from "../../../db/queries/classification.ts";
import { readStatistics } from "../../../src/features/service/stats.ts";
import { addActualite, addClassificationNode, addDocuments } from "../../fixtures/corpus.ts";
import { addRun } from "../../fixtures/runs.ts";
import { forOneStore } from "../../servers/stores.ts";

const CONTRACT_ORDER = ["IS", "IR", "TVA", "BIC", "BNC", "RPPM", "CF", "ENR", "IF", "PAT", "TPS", "REC"];

forOneStore((_, open) => {
  let store: RelationalStore;

  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  test("an empty corpus has the contract's twelve domains, no document and no import", async () => {
    const statistics = await readStatistics(store.database);
    expect(statistics).toMatchObject({
      total_documents: 0,
      total_versions: 0,
      total_actualites: 0,
      last_import: null,
    });
    expect(statistics.domaines.map(({ code }) => code)).toEqual(CONTRACT_ORDER);
    expect(statistics.domaines[5]).toEqual({
      code: "RPPM",
      titre: "Revenus et profits du patrimoine mobilier",
      documents: 0,
    });
    expect(await readSeries(store.database)).toEqual(CONTRACT_ORDER);
  });

  test("documents in force are counted by domain, versions and actualités as a whole", async () => {
    await addDocuments(
      store.database,
      { boiId: "BOI-IR-1", others: [{ date: "2012-01-01" }, { date: "2013-01-01" }] },
      { boiId: "BOI-IR-2" },
      {
        boiId: "BOI-CTX-1",
        statut: "retire",
        others: [{ date: "2022-01-01", kind: "retire", statut: "retire" }],
      },
      { boiId: "BOI-RSA-1" },
      { boiId: "BOI-ANNX-1" },
    );
    await addClassificationNode(store.database, "RSA", "Revenus salariaux", 1);
    await addClassificationNode(store.database, "IR", "Impôt sur le revenu des personnes", 2);
    await addActualite(store.database, "ACTU-2022-1", "2022-01-01", []);
    const { domaines, ...totals } = await readStatistics(store.database);
    expect(totals).toMatchObject({ total_documents: 4, total_versions: 7, total_actualites: 1 });
    expect(domaines.map(({ code }) => code)).toEqual([...CONTRACT_ORDER, "ANNX", "RSA"]);
    expect(domaines.filter(({ documents }) => documents > 0)).toEqual([
      { code: "IR", titre: "Impôt sur le revenu des personnes", documents: 2 },
      { code: "ANNX", titre: "ANNX", documents: 1 },
      { code: "RSA", titre: "Revenus salariaux", documents: 1 },
    ]);
  });

  test("a series of withdrawn documents is still a series of the corpus", async () => {
    expect(await readSeries(store.database)).toEqual([...CONTRACT_ORDER, "ANNX", "CTX", "RSA"]);
  });

  test("the last import is the end of the last run that succeeded", async () => {
    await addRun(store.database, "succeeded", "2026-03-02T04:10:00Z");
    await addRun(store.database, "succeeded", "2026-03-01T04:10:00Z");
    await addRun(store.database, "failed", "2026-03-03T04:10:00Z");
    expect((await readStatistics(store.database)).last_import).toBe("2026-03-02T04:10:00.000Z");
  });
});
