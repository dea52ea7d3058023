import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { findDocument } from "../../../../db/queries/documents.ts";
import { readHitSources } from "../../../../db/queries/hits.ts";
import { editions } from "../../../../db/schema/documents.ts";
import { wordings } from "../../../../db/schema/wordings.ts";
import { addDocuments, type EditionFixture } from "../../../fixtures/corpus.ts";
import { forOneStore } from "../../../servers/stores.ts";

const DAY = "2021-02-03";

/** Whether the start of validity of an edition that begins on `DAY`, of PGP 8, leaves a choice between texts. */
const CASES: readonly {
  readonly name: string;
  readonly other?: EditionFixture;
  /** Fingerprint of a wording of it from another source. */
  readonly wording?: string;
  readonly isContested: boolean;
}[] = [
  { name: "it is alone", isContested: false },
  { name: "another edition began that day", other: { date: DAY, pgp: 7 }, isContested: true },
  { name: "another edition began another day", other: { date: "2021-02-02", pgp: 7 }, isContested: false },
  { name: "a withdrawal is of that day", other: { date: DAY, pgp: 7, kind: "retire" }, isContested: false },
  { name: "another source gives another text", wording: "autre", isContested: true },
  { name: "another source gives the same text", wording: "", isContested: false },
];

forOneStore((_, open) => {
  let store: RelationalStore;
  const named = CASES.map((one, rank) => ({ ...one, boiId: `BOI-IR-CHOIX-${rank}` }));

  beforeAll(async () => {
    store = await open();
    for (const { boiId, other, wording } of named) {
      const others = other === undefined ? [] : [other];
      await addDocuments(store.database, { boiId, shown: { date: DAY, pgp: 8 }, others });
      if (wording !== undefined) await addWording(boiId, wording);
    }
  });
  afterAll(() => store.close());

  /** @param empreinte of its text; its present one when empty. */
  async function addWording(boiId: string, empreinte: string): Promise<void> {
    const [held] = await store.database
      .select({ wording: wordings })
      .from(wordings)
      .innerJoin(editions, eq(editions.id, wordings.editionId))
      .where(eq(editions.boiId, boiId));
    if (held === undefined) throw new Error("a wording was expected");
    const { id: _id, ...wording } = held.wording;
    await store.database.insert(wordings).values({
      ...wording,
      sourceKind: "archive",
      empreinte: empreinte || wording.empreinte,
      current: false,
    });
  }

  for (const { name, boiId, isContested } of named) {
    test(`a start of validity ${isContested ? "leaves a choice" : "names one text"} when ${name}`, async () => {
      const hits = await readHitSources(store.database, [boiId]);
      expect(hits.get(boiId)?.is_contested).toBe(isContested);
      const shown = await findDocument(store.database, boiId, { kind: "shown" });
      expect(shown?.is_contested).toBe(isContested);
    });
  }
});
