import { jsonRows } from "../../postgres/statements.ts";
import { type StoredRecord, unpackRecord } from "../stored-record.ts";
import type { ScrubbedTexts, TextKey } from "./port.ts";

/** The official records kept aside; the SHA-256 of their official bytes seals them. */
export const scrubbedKeptSources: ScrubbedTexts = {
  kind: "source",

  async keys({ $client: sql }, after, limit) {
    return await sql<TextKey[]>`
      select w.id::text as place, e.boi_id as identifiant
      from kept_sources k join wordings w on w.id = k.wording_id join editions e on e.id = w.edition_id
      where w.id > ${Number(after)} and w.erased_at is null order by w.id limit ${limit}`;
  },

  async check({ $client: sql }, places) {
    const rows = await sql<(StoredRecord & { readonly place: string })[]>`
      select k.wording_id::text as place, k.raw, w.source_kind as "sourceKind", null as seal,
        w.empreinte_source as "empreinteSource"
      from kept_sources k join wordings w on w.id = k.wording_id
      where k.wording_id = any(array(select json_array_elements_text(${jsonRows(places)}::text::json)::int))`;
    return new Map(rows.map((row) => [row.place, unpackRecord(row) === null ? "damaged" : "intact"]));
  },

  async seal() {},
};
