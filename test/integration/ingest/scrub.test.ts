import { expect, test } from "bun:test";
import { fingerprint, sha256 } from "../../../bofip/text/characters.ts";
import { DamagedText } from "../../../db/integrity/damages.ts";
import { findText } from "../../../db/queries/texts/stored-texts.ts";
import { findOfficialSource } from "../../../db/queries/texts/wordings.ts";
import { scrub } from "../../../ingest/scrub.ts";
import { rejectionOf } from "../../rejection.ts";
import { forOneStore } from "../../servers/stores.ts";
import { contenu, dating, ingester, TEN, writeExport } from "./exports.ts";
import { useOwnStore } from "./own-store.ts";

const ID = "BOI-IR-A";
const [FIRST, SECOND] = ["Taux de 10 %.", "Taux de 12 %."] as const;
const NOW = new Date("2021-03-02T04:00:00Z");

const page = (texte: string) =>
  `<p class="numero-de-paragraphe-western" id="1_01">1</p><p class="paragraphe-western">${texte}</p>`;
const exported = (texte: string, asOf: string) =>
  writeExport([...TEN, contenu(ID, { date: "2021-01-01", pgp: 1, html: page(texte) }), dating(asOf)]);

forOneStore((_, open) => {
  const store = useOwnStore(open);

  /** An edition that answers with the second text, the first kept aside. */
  async function receiveBoth(): Promise<number> {
    await ingester(store.database, "2021-02-01T04:00:00Z").ingest(exported(FIRST, "2021-01-31"));
    await ingester(store.database, "2021-03-01T04:00:00Z").ingest(exported(SECOND, "2021-02-28"));
    const [row] = await store.database.$client<
      { id: number }[]
    >`select id from editions where boi_id = ${ID}`;
    return row?.id ?? 0;
  }

  const scrubOnce = () =>
    scrub({ database: store.database, clock: () => NOW, signal: new AbortController().signal });

  test("a text kept aside is mended from its official record, and answers as before", async () => {
    const edition = await receiveBoth();
    const before = await findText(store.database, edition, fingerprint(FIRST));
    expect(before?.contenu_texte).toBe(FIRST);
    await store.database.$client`update kept_texts set contenu_html = 'faux'`;
    expect(await rejectionOf(findText(store.database, edition, fingerprint(FIRST)))).toBeInstanceOf(
      DamagedText,
    );
    expect(await scrubOnce()).toMatchObject({ mended: 1, damages: [] });
    expect(await findText(store.database, edition, fingerprint(FIRST))).toEqual(before);
  });

  test("an official record that is no longer what was received is not given, and is named", async () => {
    await receiveBoth();
    const asked = sha256(page(FIRST));
    expect((await findOfficialSource(store.database, ID, asked))?.contenu).toBe(page(FIRST));
    const forged = Bun.zstdCompressSync(JSON.stringify({ contenu_html: page("Taux de 99 %.") }));
    await store.database.$client`update kept_sources set raw = ${forged}`;
    expect(await rejectionOf(findOfficialSource(store.database, ID, asked))).toBeInstanceOf(DamagedText);
    expect((await scrubOnce())?.damages).toMatchObject([{ kind: "source", identifiant: ID }]);
  });

  test("nothing is derived from a damaged record: the text stays as it was, and the run says why", async () => {
    await receiveBoth();
    const { database } = store;
    const forged = Bun.zstdCompressSync(JSON.stringify({ contenu_html: page("Taux de 99 %.") }));
    // Seals match the row as it is: a text derived by another version of the parser.
    await database.$client`
      update edition_contents c set raw = ${forged}, seals = c.seals || jsonb_build_object(
        'of', e.text_hash || ' ' || e.record_hash || ' 0')
      from editions e where e.id = c.edition_id and e.boi_id = ${ID}`;
    await database.$client`update editions set derivation_version = 0 where boi_id = ${ID}`;
    const run = await ingester(database, "2021-03-02T04:00:00Z").ingest(exported(SECOND, "2021-02-28"));
    expect(run.errors).toMatchObject([{ identifiant: ID, message: expect.stringContaining("abîmé") }]);
    const [row] = await database.$client<{ texte: string; version: number }[]>`
      select c.contenu_texte as texte, e.derivation_version as version
      from edition_contents c join editions e on e.id = c.edition_id where e.boi_id = ${ID}`;
    expect(row).toEqual({ texte: SECOND, version: 0 });
  });

  test("texts that a release without seals wrote are sealed by the first scrub, unless they are damaged", async () => {
    const edition = await receiveBoth();
    const { database } = store;
    await database.$client`update edition_contents set seals = null`;
    await database.$client`update kept_texts set seals = null`;
    await database.$client`update edition_contents set contenu_texte = 'faux', raw = '' where edition_id = ${edition}`;
    expect((await scrubOnce())?.damages).toEqual([
      { kind: "edition", place: String(edition), identifiant: ID },
    ]);
    const rows = await database.$client<{ id: number }[]>`
      select edition_id as id from edition_contents where seals is null`;
    expect(rows.map(({ id }) => id)).toEqual([edition]);
    expect(await scrubOnce()).toMatchObject({ mended: 0, damages: [{ identifiant: ID }] });
    const [kept] = await database.$client<{ count: number }[]>`
      select count(*)::int as count from kept_texts where seals is null`;
    expect(kept?.count).toBe(0);
  });
});
