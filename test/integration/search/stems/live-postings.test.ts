import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { EngineUnavailable, StoreDamaged } from "../../../../db/engine/unavailable.ts";
import type { Database } from "../../../../db/postgres/database.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { announceChange } from "../../../../db/queries/corpus.ts";
import { documentPostings } from "../../../../db/schema/postings.ts";
import { LivePostings } from "../../../../search/stems/live-postings.ts";
import { postDocument, storePostings } from "../../../../search/stems/posted-document.ts";
import {
  dropOtherPostings,
  POSTINGS_VERSION,
  readHeldPostings,
  removePostings,
  writePostings,
} from "../../../../search/stems/write-postings.ts";
import { eventually } from "../../../eventually.ts";
import { rejectionOf } from "../../../rejection.ts";
import { forEachStore } from "../../../servers/stores.ts";

const row = (entry: string, ...texts: readonly string[]) => ({
  entry,
  domaine: entry.split("-")[1] ?? "",
  hash: texts.join(),
  ...storePostings(postDocument(entry, texts)),
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

  test("does not read the stems of another version", async () => {
    await writePostings(store.database, "autre", [row("BOI-IR-10", "navire")]);
    await writePostings(store.database, POSTINGS_VERSION, [row("BOI-IR-20", "navire")]);
    expect(await found(new LivePostings(store.database), "navir")).toEqual(["BOI-IR-20"]);
    await dropOtherPostings(store.database, "autre");
    expect(await rejectionOf(found(new LivePostings(store.database), "navir"))).toBeInstanceOf(
      EngineUnavailable,
    );
  });

  test.each([
    ["stems", "stems = 'gard'"],
    ["counts", "counts = set_byte(counts, 1, get_byte(counts, 1) # 1)"],
    ["series", "domaine = 'TVA'"],
    ["hash", "hash = 'a'"],
  ])(
    "a row whose %s are no longer what was written is damage, not an answer without it",
    async (_, damage) => {
      await writePostings(store.database, POSTINGS_VERSION, [
        row("BOI-IR-20", "navire"),
        row("BOI-IR-30", "navire"),
      ]);
      await store.database.$client.unsafe(
        `update document_postings set ${damage} where boi_id = 'BOI-IR-30'`,
      );
      const reader = new LivePostings(store.database);
      expect(await rejectionOf(found(reader, "navir"))).toBeInstanceOf(StoreDamaged);
      expect((await readHeldPostings(store.database, POSTINGS_VERSION)).get("BOI-IR-30")).toBe("");
      await writePostings(store.database, POSTINGS_VERSION, [row("BOI-IR-30", "navire")]);
      expect(await found(reader, "navir")).toEqual(["BOI-IR-20", "BOI-IR-30"]);
    },
  );

  test("a refresh reads the list and the rows that are new, and no other row", async () => {
    const { database, statements } = recording(store.database);
    const reader = new LivePostings(database);
    const first = Array.from({ length: 300 }, (_, index) => row(`BOI-IR-${index + 100}`, "navire"));
    await writePostings(store.database, POSTINGS_VERSION, first);
    expect(await found(reader, "navir")).toHaveLength(300);
    // Postings already in memory are not hashed again: the daily proof detects damage to them.
    await store.database.$client`update document_postings set stems = 'gard'`;
    await writePostings(store.database, POSTINGS_VERSION, [row("BOI-IR-99", "navire")]);
    await announceChange(store.database);
    const before = statements().length;
    await eventually(async () => expect(await found(reader, "navir")).toHaveLength(301));
    const asked = statements().slice(before);
    // Two pages of 200 and one that ends the list; one batch of postings.
    expect(asked.filter((text) => /stems|counts|sha256/.test(text))).toHaveLength(1);
    expect(asked.filter((text) => !/stems|counts|sha256|revision/.test(text))).toHaveLength(3);
    expect(asked).toHaveLength(5);
  });

  test("a refresh that fails leaves what is held, and is told of, as is its end", async () => {
    const told: string[] = [];
    const tell = (what: string) => (name: string) => void told.push(`${name} ${what}`);
    const observer = { began() {}, succeeded: tell("succeeded"), failed: tell("failed") };
    const reader = new LivePostings(store.database, observer);
    await writePostings(store.database, POSTINGS_VERSION, [row("BOI-IR-10", "navire")]);
    expect(await found(reader, "navir")).toEqual(["BOI-IR-10"]);
    const sql = store.database.$client;
    await sql`alter table document_postings rename to away`;
    await announceChange(store.database);
    await eventually(async () => {
      expect(await found(reader, "navir")).toEqual(["BOI-IR-10"]);
      expect(told.at(-1)).toBe("postings failed");
    });
    await sql`alter table away rename to document_postings`;
    await eventually(async () => {
      await found(reader, "navir");
      expect(told.at(-1)).toBe("postings succeeded");
    });
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

/** The same store, recording the text of the tagged SQL statements it receives. */
function recording(database: Database) {
  const texts: string[] = [];
  const client = new Proxy(database.$client, {
    apply(target, self, [strings, ...values]) {
      // A fragment of a statement has no FROM of its own.
      const text = Array.isArray(strings) ? strings.join("?") : "";
      if (/\bfrom\b/.test(text)) texts.push(text);
      return Reflect.apply(target, self, [strings, ...values]);
    },
  });
  const recorded = new Proxy(database, {
    get: (target, property) => (property === "$client" ? client : Reflect.get(target, property)),
  });
  return { database: recorded, statements: () => texts };
}
