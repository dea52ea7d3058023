import type { LeafEvent } from "../../bofip/proof/leaf.ts";
import type { Database } from "../postgres/database.ts";
import type { Piece, Statements } from "../postgres/statements.ts";
import type { SourceKind } from "../schema/documents.ts";

/** What a store knows of a text that has no leaf yet. */
interface UnloggedText {
  /** Row of its edition; null when the store has none. */
  readonly edition: number | null;
  readonly boiId: string | null;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly pgp: number | null;
  readonly empreinte: string | null;
  readonly empreinteSource: string | null;
  readonly derivation: number | null;
  readonly genre: SourceKind | null;
  readonly fichier: string | null;
  readonly empreinteFichier: string | null;
  /** ISO 8601. */
  readonly recueLe: string | null;
}

/** An entry of the journal without a leaf: from before the log, or from a release that had none. */
export interface UnloggedEntry extends UnloggedText {
  readonly sequence: number;
  readonly evenement: LeafEvent;
}

const PAGE_ROWS = 500;

/** The next entries of the journal that bring or drop a text and have no leaf, after a number, in order. */
export async function readUnloggedEntries(
  { $client: sql }: Database,
  after: number,
): Promise<UnloggedEntry[]> {
  return await sql<UnloggedEntry[]>`
    select j.sequence::float8 as sequence, j.evenement, j.boi_id as "boiId", j.date::text as date, w.pgp,
      coalesce(j.empreinte_apres, j.empreinte_avant) as empreinte, w.edition, w."empreinteSource", w.derivation, w.genre,
      w.fichier, w."empreinteFichier", w."recueLe"
    from (
      select * from journal one
      where one.sequence > ${after} and one.evenement in ('edition', 'rectification', 'actualite', 'effacement')
        and not exists (select from proof_leaves l where l.sequence = one.sequence)
      order by one.sequence limit ${PAGE_ROWS}) j
    left join lateral (
      select e.id as edition, e.pgp, ${wordingColumns(sql)}, coalesce(t.derivation_version, w.derivation_version) as derivation
      from editions e join wordings w on w.edition_id = e.id
        left join kept_texts t on t.wording_id = w.id and t.empreinte = j.empreinte_apres
          and w.empreinte <> j.empreinte_apres
      where j.evenement <> 'effacement' and e.boi_id = j.boi_id and e.debut_de_validite = j.date
        and (w.empreinte = j.empreinte_apres or t.empreinte is not null)
      order by w.recue_le nulls first, w.id limit 1) w on true
    order by j.sequence`;
}

/** A wording whose present fingerprint no leaf has, or none may have with its present §. */
export interface UnloggedWording extends UnloggedText {
  /** Its row. */
  readonly position: number;
  /** Whether a leaf has another fingerprint of the same source: a new parser changed it. */
  readonly isDerived: boolean;
  /** Whether a leaf records its edition. */
  readonly isKnown: boolean;
  /** `paragraphes` of the leaves that have its fingerprint; null when none has. */
  readonly lists: readonly (string | null)[] | null;
}

/** How many wordings a page looks at. */
const SOUGHT_ROWS = 1000;

/**
 * Among the next wordings of the store after a row, those whose present fingerprint no leaf has, and those that a new
 * parser may have cut otherwise than their leaves say; `last` is the last row looked at, null at the end.
 */
export async function readUnloggedWordings(
  { $client: sql }: Database,
  after: number,
): Promise<{ readonly last: number | null; readonly unlogged: readonly UnloggedWording[] }> {
  const [sought] = await sql<{ last: number | null }[]>`
    select max(id) as last from (select id from wordings where id > ${after} order by id limit ${SOUGHT_ROWS}) w`;
  const last = sought?.last ?? null;
  if (last === null) return { last, unlogged: [] };
  const unlogged = await sql<UnloggedWording[]>`
    select w.id as position, e.id as edition, e.boi_id as "boiId", e.debut_de_validite::text as date, e.pgp, w.empreinte,
      ${wordingColumns(sql)}, w.derivation_version as derivation,
      exists (
        select from wordings own join kept_texts t on t.wording_id = own.id
          join proof_leaves l on l.empreinte = t.empreinte and ${isSameEdition(sql)}
        where own.edition_id = e.id and own.empreinte = w.empreinte) as "isDerived",
      exists (
        select from wordings own join proof_leaves l on l.empreinte = own.empreinte and ${isSameEdition(sql)}
        where own.edition_id = e.id) as "isKnown", (
        select json_agg(l.leaf::json ->> 'paragraphes') from proof_leaves l
        where l.empreinte = w.empreinte and ${isSameEdition(sql)}) as lists
    from wordings w join editions e on e.id = w.edition_id
    where w.id > ${after} and w.id <= ${last} and w.erased_at is null and e.kind = 'contenu'
      and (not exists (select from proof_leaves l where l.empreinte = w.empreinte and ${isSameEdition(sql)})
        or (exists (
          select from kept_texts former where former.wording_id = w.id and former.empreinte = w.empreinte
            and former.derivation_version < w.derivation_version)
          and not exists (
          select from proof_leaves l where l.empreinte = w.empreinte and l.leaf::json ->> 'v' = '1'
            and ${isSameEdition(sql)})))
    order by w.id`;
  return { last, unlogged };
}

/** Whether leaf `l` records edition `e`. */
function isSameEdition(sql: Statements): Piece {
  return sql`l.leaf::json ->> 'boi_id' = e.boi_id
  and l.leaf::json ->> 'date_debut' = e.debut_de_validite::text
  and coalesce((l.leaf::json ->> 'pgp')::int, e.pgp) = e.pgp`;
}

function wordingColumns(sql: Statements): Piece {
  return sql`w.empreinte_source as "empreinteSource", w.source_kind as genre, w.fichier,
  w.empreinte_fichier as "empreinteFichier",
  to_char(w.recue_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "recueLe"`;
}
