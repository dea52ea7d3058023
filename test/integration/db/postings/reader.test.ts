import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { EngineUnavailable } from "../../../../db/engine/unavailable.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { dropOtherPostings, removePostings, writePostings } from "../../../../db/postings/keep.ts";
import { postDocument, storePostings } from "../../../../db/postings/posted-document.ts";
import { LivePostings } from "../../../../db/postings/reader.ts";
import { POSTINGS_VERSION } from "../../../../db/postings/version.ts";
import { announceChange } from "../../../../db/queries/corpus.ts";
import { documentPostings } from "../../../../db/schema/postings.ts";
import { eventually } from "../../../eventually.ts";
import { rejectionOf } from "../../../rejection.ts";
import { forEachStore } from "../../../servers/stores.ts";

const row = (boiId: string, ...texts: readonly string[]) => ({
  boiId,
  domaine: boiId.split("-")[1] ?? "",
  hash: texts.join(),
  ...storePostings(postDocument(texts)),
});

forEachStore((_, open) => {
  let store: RelationalStore;
  beforeAll(async () => {
    store = await open();
  });
  afterEach(async () => {
    await store.database.delete(documentPostings);
  });
  afterAll(() => store.close());

  const found = async (reader: LivePostings, stem: string) =>
    (await reader.rank(new Map([[stem, 1]]), () => true)).map(({ boiId }) => boiId);

  test("before any stems are kept, it says that it is unavailable, and finds them once they are", async () => {
    const reader = new LivePostings(store.database);
    expect(await rejectionOf(found(reader, "navir"))).toBeInstanceOf(EngineUnavailable);
    await writePostings(store.database, POSTINGS_VERSION, [row("BOI-IR-10", "navire", "port")]);
    expect(await found(reader, "navir")).toEqual(["BOI-IR-10"]);
  });

  test("follows the corpus: what is added is found, what has left is not", async () => {
    const reader = new LivePostings(store.database);
    await writePostings(store.database, POSTINGS_VERSION, [
      row("BOI-IR-10", "navire"),
      row("BOI-IR-20", "port"),
    ]);
    expect(await found(reader, "navir")).toEqual(["BOI-IR-10"]);
    await removePostings(store.database, POSTINGS_VERSION, ["BOI-IR-10"]);
    await writePostings(store.database, POSTINGS_VERSION, [
      row("BOI-IR-20", "port"),
      row("BOI-TVA-30", "navire"),
    ]);
    await announceChange(store.database);
    await eventually(async () => expect(await found(reader, "navir")).toEqual(["BOI-TVA-30"]));
    expect(await found(reader, "port")).toEqual(["BOI-IR-20"]);
  });

  test("reads neither the stems of another version nor a damaged row", async () => {
    await writePostings(store.database, "autre", [row("BOI-IR-10", "navire")]);
    await writePostings(store.database, POSTINGS_VERSION, [
      row("BOI-IR-20", "navire"),
      row("BOI-IR-30", "navire"),
    ]);
    await store.database.$client`update document_postings set stems = 'gard' where boi_id = 'BOI-IR-30'`;
    expect(await found(new LivePostings(store.database), "navir")).toEqual(["BOI-IR-20"]);
    await dropOtherPostings(store.database, "autre");
    expect(await rejectionOf(found(new LivePostings(store.database), "navir"))).toBeInstanceOf(
      EngineUnavailable,
    );
  });

  test("may be asked for some documents alone", async () => {
    await writePostings(store.database, POSTINGS_VERSION, [
      row("BOI-IR-10", "navire"),
      row("BOI-TVA-30", "navire"),
    ]);
    const hits = await new LivePostings(store.database).rank(
      new Map([["navir", 1]]),
      ({ domaine }) => domaine === "TVA",
    );
    expect(hits.map(({ boiId }) => boiId)).toEqual(["BOI-TVA-30"]);
  });
});
