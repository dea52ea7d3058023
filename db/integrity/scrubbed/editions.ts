import { fingerprint } from "../../../bofip/text/fingerprint.ts";
import type { Database } from "../../postgres/database.ts";
import { jsonRows } from "../../postgres/statements.ts";
import { editionProof, editionSealedOf, isIntact, type StoredProof } from "../proof.ts";
import { type SealedColumns, sealsOf } from "../seals.ts";
import type { Finding, ScrubbedTexts, TextKey } from "./kept-texts.ts";

interface Row {
  readonly place: string;
  readonly proof: StoredProof | null;
  readonly raw_seal: string;
  readonly columns: SealedColumns & { readonly contenu_texte: string };
}

/** The texts that editions answer with, and their source records. */
export const scrubbedEditions: ScrubbedTexts = {
  kind: "edition",

  async keys({ $client: sql }, after, limit) {
    return await sql<TextKey[]>`
      select e.id::text as place, e.boi_id as identifiant from editions e
      where e.id > ${Number(after)} and not exists (
        select from wordings w where w.edition_id = e.id and w.current and w.erased_at is not null)
      order by e.id limit ${limit}`;
  },

  async check(database, places) {
    const rows = await readRows(database, places);
    const found = new Map(rows.map((row) => [row.place, findingOf(row)]));
    // A missing row leaves its edition without a text.
    return new Map(places.map((place) => [place, found.get(place) ?? "damaged"]));
  },

  async seal(database, place) {
    const [row] = await readRows(database, [place]);
    if (row === undefined) return;
    const seals = { ...sealsOf("", row.columns), raw: row.raw_seal };
    const sql = database.$client;
    await sql`
      update edition_contents c
      set seals = ${JSON.stringify(seals)}::text::jsonb || jsonb_build_object('of', ${editionSealedOf(sql)})
      from editions e where e.id = c.edition_id and e.id = ${Number(place)}`;
  },
};

async function readRows({ $client: sql }: Database, places: readonly string[]): Promise<readonly Row[]> {
  return await sql<Row[]>`
    select c.edition_id::text as place, ${editionProof(sql)} as proof,
      encode(sha256(c.raw), 'base64') as raw_seal, json_build_object('contenu_html', c.contenu_html,
        'contenu_texte', c.contenu_texte, 'paragraphes', c.paragraphes, 'reserves', c.reserves, 'images', c.images,
        'renvois_internes', c.renvois_internes) as columns
    from edition_contents c
    where c.edition_id = any(array(select json_array_elements_text(${jsonRows(places)}::text::json)::int))`;
}

function findingOf({ proof, raw_seal, columns }: Row): Finding {
  if (proof === null) return "intact";
  const { seals, empreinte } = proof;
  const isOfItsFingerprint = empreinte === null || fingerprint(columns.contenu_texte) === empreinte;
  const isOfItsRecord = seals === null || seals["raw"] === raw_seal;
  if (!isIntact(proof, columns) || !isOfItsFingerprint || !isOfItsRecord) return "damaged";
  return seals === null ? "unsealed" : "intact";
}
