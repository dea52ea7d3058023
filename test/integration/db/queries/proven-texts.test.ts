import { expect, test } from "bun:test";
import { DamagedText } from "../../../../db/integrity/damages.ts";
import {
  readCitedEditions,
  readCitedTexts,
  readEditionTexts,
  readTrackedTexts,
} from "../../../../db/queries/citations/editions.ts";
import { readTexts } from "../../../../db/queries/texts/stored-texts.ts";
import { AWAY, NO_VECTORS } from "../../../fixtures/absent-stores.ts";
import { rejectionOf } from "../../../rejection.ts";
import { forEachStore } from "../../../servers/stores.ts";
import { contenu, dating, ingester, TEN, writeExport } from "../../ingest/exports.ts";
import { useOwnStore } from "../../ingest/own-store.ts";

const ID = "BOI-IR-A";
const [FIRST, SECOND] = ["Un phare.", "Un moulin."] as const;

forEachStore((_, open) => {
  const store = useOwnStore(open);

  /** Its edition, which answers with the second text, the first kept aside. */
  async function receiveBoth() {
    for (const [asOf, texte] of [
      ["2021-01-31", FIRST],
      ["2021-02-28", SECOND],
    ] as const) {
      const lines = [...TEN, contenu(ID, { date: "2021-01-01", pgp: 1, texte }), dating(asOf)];
      const stores = { fullText: AWAY, vectors: NO_VECTORS };
      await ingester(store.database, `${asOf}T12:00:00Z`).ingest(writeExport(lines), stores);
    }
    const editions = (await readCitedEditions(store.database, [ID])).get(ID) ?? [];
    const [edition] = editions;
    if (edition === undefined) throw new Error("an edition was expected");
    return { editions, id: edition.editionId };
  }

  test("a document's texts are read with what proves them, which no caller receives", async () => {
    const { editions, id } = await receiveBoth();
    const texts = await readTexts(store.database, id);
    expect(texts.map(({ contenu_texte }) => contenu_texte)).toEqual([SECOND, FIRST]);
    const tracked = await readTrackedTexts(store.database, editions);
    expect(tracked.map(({ open }) => open().texte)).toEqual([SECOND, FIRST]);
    const rows = [
      ...texts,
      ...(await readCitedTexts(store.database, editions)),
      ...tracked.map(({ about }) => about),
    ];
    expect(rows.filter((row) => "proof" in row)).toEqual([]);
  });

  test("a damaged text is named instead of read, and spoils those beside it only where all are asked for", async () => {
    const { editions, id } = await receiveBoth();
    await store.database.$client`update kept_texts set contenu_texte = 'Un four.'`;
    const refusals = [readTexts(store.database, id), readCitedTexts(store.database, editions)];
    for (const refusal of await Promise.all(refusals.map(rejectionOf)))
      expect(refusal).toMatchObject({ name: DamagedText.name, identifier: ID });
    expect((await readEditionTexts(store.database, [id], ["texte"])).get(id)?.texte).toBe(SECOND);
    const [shown, kept] = await readTrackedTexts(store.database, editions);
    expect(shown?.open().texte).toBe(SECOND);
    expect(() => kept?.open()).toThrow(DamagedText);
    expect(kept?.about).not.toHaveProperty("texte");
  });
});
