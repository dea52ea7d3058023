import { afterAll, beforeAll, expect, test } from "bun:test";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { derivedPostings } from "../../../../ingest/derived/postings.ts";
import { rebuildStore } from "../../../../ingest/derived/stores.ts";
import { messageOf } from "../../../../ingest/journal/fault.ts";
import { POSTINGS_VERSION, readHeldPostings } from "../../../../search/stems/write-postings.ts";
import { AWAY, NO_VECTORS } from "../../../fixtures/absent-stores.ts";
import { rejectionOf } from "../../../rejection.ts";
import { forOneStore } from "../../../servers/stores.ts";
import { contenu, dating, emptyStore, ingester, writeExport } from "../exports.ts";

/** Two batches and a part of one. */
const DOCUMENTS = 40;
const LAST = "BOI-IR-PHARE-49";

forOneStore((_, open) => {
  let store: RelationalStore;

  beforeAll(async () => {
    store = await open();
    await emptyStore(store.database);
    const lines = Array.from({ length: DOCUMENTS }, (_, index) =>
      contenu(`BOI-IR-PHARE-${index + 10}`, { date: "2021-01-01", pgp: index + 1, texte: "Un phare." }),
    );
    await ingester(store.database).ingest(writeExport([...lines, dating("2021-02-28")]));
  });
  afterAll(() => store.close());

  const held = () => readHeldPostings(store.database, POSTINGS_VERSION);
  const whileLastIsRefused = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const sql = store.database.$client;
    await sql.unsafe(
      `alter table document_postings add constraint refusal check (boi_id <> '${LAST}') not valid`,
    );
    return await work().finally(() => sql`alter table document_postings drop constraint refusal`);
  };

  const rebuild = () => rebuildStore(store.database, { fullText: AWAY, vectors: NO_VECTORS }, "postings");
  const faultOf = async (work: Promise<void>): Promise<string> => messageOf(await rejectionOf(work));

  test("are the documents in force", async () => {
    expect((await held()).size).toBe(DOCUMENTS);
  });

  test("that fail at the last batch leave those that are read", async () => {
    const before = await held();
    const rebuilt = whileLastIsRefused(rebuild);
    expect(await faultOf(rebuilt)).toContain("refusal");
    expect(await held()).toEqual(before);
    await rebuild();
    expect(await held()).toEqual(before);
  });

  test("are counted once they are there", async () => {
    const index = derivedPostings(store.database);
    const wanted = [...(await index.wanted()).values()];
    const applied: number[] = [];
    await index.write(async (writer) => {
      await writer.upsert(wanted);
      await writer.settle(async () => void applied.push(writer.applied()));
      const refused = whileLastIsRefused(async () => {
        await writer.upsert(wanted);
        await writer.settle(async () => {});
      });
      expect(await faultOf(refused)).toContain("refusal");
      applied.push(writer.applied());
    });
    expect(applied).toEqual([DOCUMENTS, DOCUMENTS]);
  });

  test("are there when work that fails is left, as far as they were given", async () => {
    const index = derivedPostings(store.database);
    const [first, ...others] = (await index.wanted()).values();
    if (first === undefined) throw new Error("no document");
    await store.database.$client`delete from document_postings`;
    const left = index.write(async (writer) => {
      await writer.upsert([first]);
      throw new Error("interrupted");
    });
    expect(await faultOf(left)).toContain("interrupted");
    expect([...(await held()).keys()]).toEqual([first.entry]);
    await index.write((writer) => writer.upsert(others));
    expect((await held()).size).toBe(DOCUMENTS);
  });
});
