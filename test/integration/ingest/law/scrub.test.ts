import { afterAll, beforeAll, expect, test } from "bun:test";
import { countDamages } from "../../../../db/integrity/damages.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { findLawText } from "../../../../db/queries/law/articles.ts";
import { scrub } from "../../../../ingest/scrub.ts";
import { forEachStore } from "../../../servers/stores.ts";
import { readLawFrom } from "./law-run.ts";

const DOMICILE = "LEGIARTI999000000402";

forEachStore((_name, open) => {
  let store: RelationalStore;
  beforeAll(async () => {
    store = await open();
    await readLawFrom(store.database, "sample");
  });
  afterAll(() => store.close());

  const reread = () =>
    scrub({ database: store.database, clock: () => new Date(), signal: new AbortController().signal });

  test("every version of the sample is read, and intact", async () => {
    expect(await reread()).toMatchObject({ texts: 10, mended: 0, damages: [] });
  });

  test("a damaged version is written again from its file, as it was", async () => {
    const before = await findLawText(store.database, DOMICILE);
    await store.database.$client`
      update law_versions set contenu_texte = 'Abîmé.', contenu_html = '<p>Abîmé.</p>' where legiarti = ${DOMICILE}`;
    expect(await reread()).toMatchObject({ mended: 1, damages: [] });
    expect(await findLawText(store.database, DOMICILE)).toEqual(before);
  });

  test("a version whose file is damaged too is told, and mended by nothing", async () => {
    await store.database.$client`update law_files set record = 'rien' where legiarti = ${DOMICILE}`;
    await store.database.$client`update law_versions set nota = 'Ajoutée.' where legiarti = ${DOMICILE}`;
    await store.database
      .$client`update law_versions set contenu_texte = 'Abîmé.' where legiarti = ${DOMICILE}`;
    expect(await reread()).toMatchObject({
      mended: 0,
      damages: [{ kind: "article", identifiant: DOMICILE }],
    });
    expect((await countDamages(store.database)).get("article")).toBe(1);
  });
});
