import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { UNOBSERVED } from "../../../../db/engine/refreshed-value.ts";
import { eraseWording } from "../../../../db/erasure/erase.ts";
import { readDebts } from "../../../../db/ingestion/derived/debts.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { announceChange, readRevision } from "../../../../db/queries/corpus.ts";
import { payDebts } from "../../../../ingest/derived/stores.ts";
import { Payments } from "../../../../ingest/queue/queue.ts";
import { StoreLag } from "../../../../src/questions/not-seen.ts";
import { AWAY } from "../../../fixtures/absent-stores.ts";
import { EMBEDDED_ENGINES } from "../../../fixtures/engines.ts";
import { forEachStore } from "../../../servers/stores.ts";
import { contenu, dating, emptyStore, type Ingester, ingester, TEN, writeExport } from "../exports.ts";

const ID = "BOI-IR-DETTE-10";
const NOW = new Date("2026-06-02T04:00:00Z");
const VECTORS = { embeddings: EMBEDDED_ENGINES.embeddings, index: null };

/** An export of ten documents and one whose text, in an edition, is `texte`; a later `day` is more recent. */
function saying(texte: string, day: number, edition = day): string {
  const date = `2021-01-0${edition}`;
  return writeExport(
    [...TEN, contenu(ID, { date, pgp: edition, texte }), dating("2021-01-31")],
    `2026-01-0${day}T00:00:00Z`,
  );
}

forEachStore((_, open) => {
  let store: RelationalStore;
  let of: Ingester;

  beforeAll(async () => {
    store = await open();
  });
  afterEach(() => emptyStore(store.database));
  afterAll(() => store.close());

  const ingest = (source: string, isAway = false) => {
    of = isAway ? of : ingester(store.database);
    return of.ingest(source, isAway ? { fullText: AWAY } : {});
  };
  const owed = async () => {
    const { debts } = await readDebts(store.database);
    return Object.fromEntries(debts.map((debt) => [debt.store, debt.documents]));
  };
  const pay = (fullText = of.fullText) =>
    payDebts({
      database: store.database,
      fullText,
      vectors: VECTORS,
      clock: () => NOW,
      signal: new AbortController().signal,
    });

  describe("what a derived store is owed", () => {
    test("is the documents that a run changed without it, until they are as it holds them", async () => {
      await ingest(saying("Un phare.", 1));
      expect(await owed()).toEqual({});
      await ingest(saying("Un sémaphore.", 2, 1), true);
      expect(await owed()).toEqual({ fulltext: 1 });
      await ingest(saying("Un phare.", 3, 1), true);
      // What is left is that it could not be compared.
      expect(await owed()).toEqual({ fulltext: 0 });
      expect(await pay()).toMatchObject({ inStep: ["fulltext"], behind: [] });
      expect(await owed()).toEqual({});
    });

    test("stays owed while the store is away, and holds up no other", async () => {
      await ingest(saying("Un phare.", 1));
      await ingest(saying("Un sémaphore.", 2), true);
      await store.database.$client`delete from document_postings`;
      expect(await pay(AWAY)).toEqual({
        inStep: ["postings"],
        behind: ["fulltext"],
        remarks: [expect.stringContaining("(Erreur inattendue : absent)")],
      });
      expect(await owed()).toEqual({ fulltext: 1 });
      expect(await pay()).toMatchObject({ inStep: ["fulltext"], behind: [] });
      expect(await pay()).toMatchObject({ inStep: [], behind: [] });
    });

    test("is what an erasure leaves in each of them", async () => {
      await ingest(saying("Un phare.", 1));
      const [row] = await store.database.$client<{ empreinte: string }[]>`
        select w.empreinte from wordings w join editions e on e.id = w.edition_id where e.boi_id = ${ID}`;
      await eraseWording(store.database, { empreinte: String(row?.empreinte), reason: "jugement" }, NOW);
      expect(await owed()).toEqual({ fulltext: 1, postings: 1, vectors: 1 });
      expect(await pay()).toMatchObject({ inStep: ["fulltext", "postings", "vectors"], behind: [] });
      expect(await owed()).toEqual({});
    });

    test("is all that a store restored alone lost since it was last seen in step", async () => {
      await ingest(saying("Un phare.", 1));
      const former = ingester(store.database).fullText;
      expect(await pay(former)).toMatchObject({ inStep: ["fulltext"], behind: [] });
      expect(await former.digest()).toEqual(await of.fullText.digest());
    });

    test("raises the revision whenever it changes, so that no kept answer tells another", async () => {
      await ingest(saying("Un phare.", 1));
      const before = await readRevision(store.database);
      await ingest(saying("Un sémaphore.", 2), true);
      const owing = await readRevision(store.database);
      expect(owing).toBeGreaterThan(before);
      await pay();
      expect(await readRevision(store.database)).toBeGreaterThan(owing);
      const settled = await readRevision(store.database);
      await pay();
      expect(await readRevision(store.database)).toBe(settled);
    });
  });

  describe("what a process knows of it", () => {
    test("is read once a revision, however many searches ask", async () => {
      await ingest(saying("Un phare.", 1));
      await ingest(saying("Un sémaphore.", 2), true);
      let reads = 0;
      const observer = {
        ...UNOBSERVED,
        began() {
          reads += 1;
        },
      };
      const lag = new StoreLag(store.database, observer);
      const revision = await readRevision(store.database);
      const told = await Promise.all(Array.from({ length: 50 }, () => lag.warnings(["fulltext"], revision)));
      expect(told.flat().map(({ documents }) => documents)).toEqual(Array(50).fill(1));
      expect(await lag.warnings(["postings", "vectors"], revision)).toEqual([]);
      expect(reads).toBe(1);
      await pay();
      const next = await readRevision(store.database);
      await announceChange(store.database);
      expect(await lag.warnings(["fulltext"], next)).toEqual([]);
      expect(reads).toBe(2);
    });
  });

  describe("payments", () => {
    test("are due at once, then after waits that double up to two minutes, then when the store is back", async () => {
      await ingest(saying("Un phare.", 1));
      await ingest(saying("Un sémaphore.", 2), true);
      let nowMs = 0;
      let generation = of.fullText.generation;
      const stores = { fullText: { ...AWAY, generation: () => generation() }, vectors: VECTORS };
      const payments = new Payments({
        database: store.database,
        stores,
        nowMs: () => nowMs,
        random: () => 1,
      });
      const waits: number[] = [];
      for (let attempt = 0; attempt < 10; attempt += 1) {
        const from = nowMs;
        while (!(await payments.areDue())) nowMs += 500;
        payments.attempted();
        waits.push(nowMs - from);
      }
      expect(waits).toEqual([0, 1, 2, 4, 8, 16, 32, 64, 120, 120].map((seconds) => seconds * 1_000));
      expect(await payments.areDue()).toBe(false);
      generation = AWAY.generation;
      expect(await payments.areDue()).toBe(false);
      generation = of.fullText.generation;
      expect(await payments.areDue()).toBe(true);
      payments.attempted();
      expect(await payments.areDue()).toBe(false);
      await pay();
      expect(await payments.areDue()).toBe(false);
    });

    test("are not due before the first import: it fills the stores itself", async () => {
      const { fullText } = ingester(store.database);
      const payments = new Payments({ database: store.database, stores: { fullText, vectors: VECTORS } });
      expect(await payments.areDue()).toBe(false);
    });
  });
});
