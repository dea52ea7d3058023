import { afterAll, beforeAll, expect, test } from "bun:test";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { listChanges } from "../../../src/features/changes/service.ts";
import { addActualite, addChanges, addDocuments } from "../../fixtures/corpus.ts";
import { addEntries, newEntry } from "../../fixtures/journal.ts";
import { forOneStore } from "../../servers/stores.ts";

forOneStore((_, open) => {
  let store: RelationalStore;
  const list = (since: string, limit = 500, offset = 0) =>
    listChanges(store.database, { start: { kind: "dated", since }, domaine: null, limit, offset });

  beforeAll(async () => {
    store = await open();
    await addDocuments(
      store.database,
      { boiId: "BOI-IR-2", shown: { titre: "IR - Deux" } },
      { boiId: "BOI-IR-10" },
      { boiId: "BOI-TVA-1", statut: "retire" },
    );
    await addChanges(
      store.database,
      { boiId: "BOI-IR-2", date: "2020-06-15", nature: "creation", pgp: 4 },
      { boiId: "BOI-IR-2", date: "2020-06-15", nature: "modification", pgp: 9 },
      { boiId: "BOI-IR-10", date: "2020-06-15", nature: "creation" },
      { boiId: "BOI-TVA-1", date: "2019-01-01", nature: "creation" },
      { boiId: "BOI-TVA-1", date: "2022-03-01", nature: "retrait" },
    );
    await addActualite(store.database, "ACTU-2022-2", "2022-01-29", ["BOI-TVA-1"]);
    await addActualite(store.database, "ACTU-2022-3", "2022-04-01", ["BOI-TVA-1", "BOI-IR-2"]);
    await addActualite(store.database, "ACTU-2020-1", "2020-06-05", ["BOI-IR-10"]);
    await addActualite(store.database, "ACTU-2020-2", "2020-06-25", ["BOI-IR-10"]);
    await addActualite(store.database, "ACTU-2020-3", "2020-06-25", ["BOI-IR-10"]);
    await addActualite(store.database, "ACTU-2020-4", "2020-07-17", ["BOI-IR-2"]);
    await addActualite(store.database, "ACTU-2018-1", "2018-12-31", ["BOI-TVA-1"]);
    await addActualite(store.database, "ACTU-2018-2", "2018-12-20", ["BOI-TVA-1"]);
  });
  afterAll(() => store.close());

  test("a list may hold one domain alone", async () => {
    const start = { kind: "dated", since: "2019-01-01" } as const;
    const { total, changes } = await listChanges(store.database, {
      start,
      domaine: "TVA",
      limit: 1,
      offset: 0,
    });
    expect([total, changes.map(({ boi_id }) => boi_id)]).toEqual([2, ["BOI-TVA-1"]]);
  });

  test("what was received since an instant is listed whatever its date, an end that an absence tells included", async () => {
    const since = new Date().toISOString();
    const received = (from = since) =>
      listChanges(store.database, {
        start: { kind: "received", since: from },
        domaine: null,
        limit: 10,
        offset: 0,
      });
    expect((await received()).total).toBe(0);
    await store.database.$client`
      update wordings w set recue_le = ${since} from editions e
      where e.id = w.edition_id and e.boi_id = 'BOI-IR-10'`;
    await store.database.$client`
      update editions set debut_de_validite = '2020-06-15' where boi_id = 'BOI-IR-10'`;
    await addEntries(
      store.database,
      newEntry({ evenement: "retrait", boiId: "BOI-TVA-1", date: "2022-03-01" }),
    );
    const { changes, recus_depuis, total } = await received();
    expect([recus_depuis, total]).toEqual([since, 2]);
    expect(changes.map(({ boi_id, date }) => [boi_id, date])).toEqual([
      ["BOI-TVA-1", "2022-03-01"],
      ["BOI-IR-10", "2020-06-15"],
    ]);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect((await received(later)).total).toBe(0);
  });

  test("an entry says what happened to which document, and what the document is today", async () => {
    expect((await list("2022-01-01")).changes).toEqual([
      {
        boi_id: "BOI-TVA-1",
        titre: "Titre de BOI-TVA-1",
        domaine: "TVA",
        nature: "retrait",
        date: "2022-03-01",
        statut: "retire",
        url: "https://exemple.fr/BOI-TVA-1-20200101",
        detecte_le: null,
        actualite: {
          id: "ACTU-2022-3",
          titre: "Annonce ACTU-2022-3",
          url: "https://exemple.fr/ACTU-2022-3",
        },
      },
    ]);
  });

  test("entries come newest first, then by identifier, then the later edition of the day", async () => {
    const { changes } = await list("2012-01-01");
    expect(changes.map(({ date, boi_id, nature }) => `${date} ${boi_id} ${nature}`)).toEqual([
      "2022-03-01 BOI-TVA-1 retrait",
      "2020-06-15 BOI-IR-10 creation",
      "2020-06-15 BOI-IR-2 modification",
      "2020-06-15 BOI-IR-2 creation",
      "2019-01-01 BOI-TVA-1 creation",
    ]);
  });

  test.each([
    ["the first day is included", "2020-06-15", 500, 0, 4, 4],
    ["the day after a change leaves it out", "2020-06-16", 500, 0, 1, 1],
    ["a page is cut at the limit, the total is not", "2020-06-15", 3, 0, 3, 4],
    ["the last page holds what is left", "2020-06-15", 3, 3, 1, 4],
    ["a page beyond the end is empty, and still tells the total", "2020-06-15", 3, 9, 0, 4],
    ["days without a change give nothing", "2023-01-01", 500, 0, 0, 0],
  ])("%s", async (_, since, limit, offset, count, total) => {
    const answer = await list(since, limit, offset);
    expect(answer).toMatchObject({ since, count, total });
    expect(answer.changes).toHaveLength(count);
  });

  test.each([
    ["31 days away is attached", "BOI-TVA-1", "2022-03-01", "ACTU-2022-3"],
    ["nearest in time is preferred", "BOI-TVA-1", "2019-01-01", "ACTU-2018-1"],
    ["of two as near, the later one, then the first by identifier", "BOI-IR-10", "2020-06-15", "ACTU-2020-2"],
    ["32 days away is not attached", "BOI-IR-2", "2020-06-15", null],
  ])("the announcement %s", async (_, boiId, date, expected) => {
    const { changes } = await list("2012-01-01");
    const entry = changes.find((change) => change.boi_id === boiId && change.date === date);
    expect(entry).toMatchObject({ actualite: expected === null ? null : { id: expected } });
  });
});
