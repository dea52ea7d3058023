import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeEntries } from "../../../db/ingestion/journal/entries.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { inTransaction } from "../../../db/postgres/statements.ts";
import { EVERY_ENTRY, type JournalFilter } from "../../../db/queries/journal.ts";
import { followJournal } from "../../../src/features/journal/service.ts";
import { addEntries, newEntry } from "../../fixtures/journal.ts";
import { forOneStore } from "../../servers/stores.ts";

const NEWS = { id: "ACTU-2024-00001", titre: "Annonce", url: "https://exemple.fr/ACTU-2024-00001" };

forOneStore((_, open) => {
  describe("what is asked of the journal", () => {
    let store: RelationalStore;
    const follow = (apres: number, filter: Partial<JournalFilter> = {}, limit = 200) =>
      followJournal(store.database, { ...EVERY_ENTRY, ...filter, apres, limit });

    beforeAll(async () => {
      store = await open();
      await addEntries(store.database, newEntry(), newEntry({ boiId: "BOI-IR-LIQ-10-20" }));
      await addEntries(
        store.database,
        newEntry({ boiId: "BOI-IR-LIQ-100", evenement: "retrait" }),
        newEntry({ boiId: "BOI-TVA-1" }),
        newEntry({
          boiId: null,
          evenement: "actualite",
          actualite: NEWS,
          documents: ["BOI-TVA-1", "BOI-IR-LIQ-10"],
        }),
      );
    });
    afterAll(() => store.close());

    const idsOf = async (filter: Partial<JournalFilter>) =>
      (await follow(0, filter)).entrees.map(({ boi_id, actualite }) => boi_id ?? actualite?.id);

    test.each<[string, Partial<JournalFilter>, string[]]>([
      [
        "in the order of its numbers",
        {},
        ["BOI-IR-LIQ-10", "BOI-IR-LIQ-10-20", "BOI-IR-LIQ-100", "BOI-TVA-1", NEWS.id],
      ],
      ["by event", { evenement: "retrait" }, ["BOI-IR-LIQ-100"]],
      ["by series, of the document or of one named", { domaine: "TVA" }, ["BOI-TVA-1", NEWS.id]],
      ["by node and all below", { chemin: "IR/LIQ/10" }, ["BOI-IR-LIQ-10", "BOI-IR-LIQ-10-20", NEWS.id]],
      [
        "by the root, which is everything",
        { chemin: "" },
        ["BOI-IR-LIQ-10", "BOI-IR-LIQ-10-20", "BOI-IR-LIQ-100", "BOI-TVA-1", NEWS.id],
      ],
      ["by document", { boiId: "BOI-IR-LIQ-10" }, ["BOI-IR-LIQ-10", NEWS.id]],
      ["by all at once", { boiId: "BOI-IR-LIQ-10", evenement: "actualite", domaine: "TVA" }, [NEWS.id]],
    ])("is given %s", async (_, filter, ids) => {
      expect(await idsOf(filter)).toEqual(ids);
    });

    test("is given by pages, each with the number to ask from next time", async () => {
      const seen: number[] = [];
      let apres = 0;
      for (let page = await follow(apres, {}, 2); page.count > 0; page = await follow(apres, {}, 2)) {
        expect([page.apres, page.count]).toEqual([apres, page.entrees.length]);
        seen.push(...page.entrees.map(({ sequence }) => sequence));
        apres = page.dernier;
      }
      expect(seen).toHaveLength(5);
      expect(apres).toBe(seen.at(-1) ?? 0);
    });

    test("tells the last number even when a filter leaves nothing", async () => {
      const { dernier } = await follow(0);
      expect(await follow(0, { domaine: "ZZ" })).toMatchObject({ count: 0, dernier });
      expect(await follow(dernier + 5)).toMatchObject({ count: 0, dernier: dernier + 5 });
    });
  });

  test("readers at full speed miss nothing and see nothing twice, whoever writes and whatever is undone", async () => {
    const store = await open();
    let isOver = false;
    const reader = async (limit: number) => {
      const seen: number[] = [];
      for (let apres = 0, isLast = false; ; ) {
        const request = { ...EVERY_ENTRY, apres, limit };
        const { entrees, dernier } = await followJournal(store.database, request);
        seen.push(...entrees.map(({ sequence }) => sequence));
        apres = dernier;
        if (isLast && entrees.length === 0) return seen;
        isLast = isOver;
      }
    };
    const writer = async (name: string) => {
      for (let batch = 0; batch < 15; batch += 1) {
        const entries = Array.from({ length: 1 + (batch % 4) }, () =>
          newEntry({ titre: `${name} ${batch}` }),
        );
        await addEntries(store.database, ...entries);
        // Numbers that are assigned then rolled back, as a killed process leaves them.
        const undone = inTransaction(store.database, (sql) => [
          writeEntries(sql, entries),
          sql`select 1 / 0`,
        ]);
        await undone.catch(() => {});
      }
    };
    const readers = [reader(1), reader(3), reader(200)];
    await Promise.all(["a", "b", "c"].map(writer));
    isOver = true;
    const written = await store.database.$client<{ sequence: string }[]>`
      select sequence from journal order by sequence`;
    const all = written.map(({ sequence }) => Number(sequence));
    for (const seen of await Promise.all(readers)) expect(seen).toEqual(all);
    expect(all).toHaveLength(3 * (1 + 2 + 3 + 4) * 3 + 3 * (1 + 2 + 3));
    await store.close();
  });
});
