import type { Database } from "../../postgres/database.ts";
import { jsonRows } from "../../postgres/statements.ts";
import { isIntact, newsProof, newsSealedOf, type StoredProof } from "../proof.ts";
import { type SealedColumns, sealsOf } from "../seals.ts";
import type { Finding, ScrubbedTexts, TextKey } from "./kept-texts.ts";

interface Row {
  readonly place: string;
  readonly proof: StoredProof;
  readonly raw_seal: string;
  readonly columns: SealedColumns;
}

/** The texts of actualités, and their source records. */
export const scrubbedNews: ScrubbedTexts = {
  kind: "actualite",

  async keys({ $client: sql }, after, limit) {
    return await sql<TextKey[]>`
      select id as place, id as identifiant from actualites where id > ${after} order by id limit ${limit}`;
  },

  async check(database, places) {
    const rows = await readRows(database, places);
    return new Map(rows.map((row) => [row.place, findingOf(row)]));
  },

  async seal(database, place) {
    const [row] = await readRows(database, [place]);
    if (row === undefined) return;
    const seals = { ...sealsOf("", row.columns), raw: row.raw_seal };
    const sql = database.$client;
    await sql`
      update actualites set seals = ${JSON.stringify(seals)}::text::jsonb
        || jsonb_build_object('of', ${newsSealedOf(sql)})
      where id = ${place}`;
  },
};

async function readRows({ $client: sql }: Database, places: readonly string[]): Promise<readonly Row[]> {
  return await sql<Row[]>`
    select id as place, ${newsProof(sql)} as proof, encode(sha256(raw), 'base64') as raw_seal,
      json_build_object('contenu_html', contenu_html, 'contenu_texte', contenu_texte) as columns
    from actualites where id = any(array(select json_array_elements_text(${jsonRows(places)}::text::json)))`;
}

function findingOf({ proof, raw_seal, columns }: Row): Finding {
  if (proof.seals === null) return "unsealed";
  return isIntact(proof, columns) && proof.seals["raw"] === raw_seal ? "intact" : "damaged";
}
