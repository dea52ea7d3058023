import { expect, test } from "bun:test";
import { readTextsOn } from "../../../../db/queries/texts/dated-texts.ts";
import { AWAY, NO_VECTORS } from "../../../fixtures/absent-stores.ts";
import { forOneStore } from "../../../servers/stores.ts";
import { contenu, dating, ingester, TEN, writeExport } from "../../ingest/exports.ts";
import { useOwnStore } from "../../ingest/own-store.ts";

const ID = "BOI-IR-A";

forOneStore((_, open) => {
  const store = useOwnStore(open);

  const ingest = async (asOf: string, date: string, texte: string) => {
    const { database } = store;
    const lines = [...TEN, contenu(ID, { date, pgp: 1, texte }), dating(asOf)];
    await ingester(database, `${asOf}T12:00:00Z`).ingest(writeExport(lines), {
      fullText: AWAY,
      vectors: NO_VECTORS,
    });
  };
  const entriesOn = async (...days: readonly string[]) =>
    await Promise.all(days.map(async (day) => (await readTextsOn(store.database, day)).get(ID)));

  test("the text of a day is the one in force then, and follows what is received", async () => {
    await ingest("2021-01-31", "2021-01-01", "Un phare.");
    expect(await entriesOn("2020-12-31", "2021-01-01", "2023-01-01")).toEqual([undefined, ID, ID]);
    await ingest("2022-01-31", "2022-01-01", "Un moulin.");
    expect(await entriesOn("2020-12-31", "2021-01-01", "2021-12-31", "2022-01-01", "2023-01-01")).toEqual([
      undefined,
      `${ID}_20210101`,
      `${ID}_20210101`,
      ID,
      ID,
    ]);
  });
});
