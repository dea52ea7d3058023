import { citedArticle } from "../../../bofip/law/citation.ts";
import { sealsOf } from "../../integrity/seals.ts";
import { anyNumberOf, jsonRows, type Statements } from "../../postgres/statements.ts";
import type { SourceKind } from "../../schema/documents.ts";
import type { DerivedEdition } from "../derived-edition.ts";
import { type EditionKey, editionIds, keyOf, named } from "./edition-key.ts";

/** A wording to add, in the columns of `wordings`. */
interface AddedWording {
  readonly sourceKind: SourceKind;
  readonly sourceOrder: string;
  readonly titre: string;
  readonly empreinte: string;
  readonly empreinteSource: string | null;
  /** Instant, ISO 8601. */
  readonly recueLe: string;
  readonly fichier: string;
  readonly empreinteFichier: string;
  /** The day that this file describes. */
  readonly dateSource: string;
  /** The day on which its source showed it; null when that is another file, which `refreshAttestations` finds. */
  readonly shownFrom: string | null;
  readonly derivationVersion: number;
  /** Row of the wording given again, with its official bytes; null for a text just received. */
  readonly again: number | null;
}

/** A wording that an earlier source, which describes the day `shownFrom`, turns out to have given first. */
interface RedatedWording {
  readonly id: number;
  readonly sourceOrder: string;
  readonly shownFrom: string;
}

/** How a record changes the wordings of an edition. */
export interface WordingReception {
  readonly edition: EditionKey;
  readonly added: readonly AddedWording[];
  /** A wording that an earlier source turns out to have given first. */
  readonly redated: RedatedWording | null;
  /** The text received, when it is new and the edition answers with another one. */
  readonly kept: DerivedEdition | null;
  /** Wordings held that differ from the received one by days left to be filled in alone: they get its fingerprint. */
  readonly renamed: RenamedWordings | null;
}

interface RenamedWordings {
  readonly ids: readonly number[];
  readonly empreinte: string;
  /** Whether the edition answered with one of them. */
  readonly isCurrent: boolean;
}

/** Statements that add and date the wordings of editions already written, and mark the current ones. */
export function writeReceptions(
  sql: Statements,
  receptions: readonly WordingReception[],
): readonly Promise<unknown>[] {
  const redated = receptions.flatMap((reception) => reception.redated ?? []);
  return [
    insertWordings(sql, receptions),
    sql`
      update wordings w set source_order = r."sourceOrder", shown_from = r."shownFrom"
      from json_to_recordset(${jsonRows(redated)}::text::json) as r(id int, "sourceOrder" text, "shownFrom" date)
      where w.id = ${anyNumberOf(
        sql,
        redated.map(({ id }) => id),
      )} and w.id = r.id`,
    ...receptions.flatMap(({ renamed }) => (renamed === null ? [] : rename(sql, renamed))),
    ...receptions.flatMap(({ kept }) => (kept === null ? [] : keepReceived(sql, kept))),
    markCurrent(sql, jsonRows(receptions.map(({ edition }) => keyOf(edition)))),
  ];
}

function insertWordings(sql: Statements, receptions: readonly WordingReception[]): Promise<unknown> {
  const rows = receptions.flatMap(({ edition, added }) =>
    added.map((wording) => ({ ...keyOf(edition), ...wording })),
  );
  return sql`
    insert into wordings (edition_id, source_kind, source_order, titre, empreinte, empreinte_source, recue_le,
      fichier, empreinte_fichier, date_source, shown_from, shown_until, derivation_version, current, erased_at,
      erasure_reason)
    select e.id, r."sourceKind", r."sourceOrder", r.titre, r.empreinte,
      case when first.id is null then r."empreinteSource" else first.empreinte_source end, r."recueLe",
      r.fichier, r."empreinteFichier", r."dateSource", r."shownFrom", r."shownFrom", r."derivationVersion", false,
      first.erased_at, first.erasure_reason
    from json_to_recordset(${jsonRows(rows)}::text::json) as r("boiId" text, "debutDeValidite" date, pgp int,
      "sourceKind" text, "sourceOrder" text, titre text, empreinte text, "empreinteSource" text,
      "recueLe" timestamptz, fichier text, "empreinteFichier" text, "dateSource" date, "shownFrom" date,
      "derivationVersion" int, again int)
    ${named(sql)}
    left join lateral (select * from wordings where id = r.again limit 1) first on true`;
}

function rename(sql: Statements, { ids, empreinte }: RenamedWordings): Promise<unknown> {
  return sql`
    update wordings set empreinte = ${empreinte}
    where id = ${anyNumberOf(sql, ids)}`;
}

/** Keeps aside the text and the official bytes of a wording just added. */
function keepReceived(sql: Statements, kept: DerivedEdition): readonly Promise<unknown>[] {
  return [
    keptText(sql, kept, sql`w.empreinte = ${kept.empreinte} and not w.current`),
    insertSource(sql, kept),
  ];
}

/**
 * Keeps aside the text of a wording.
 * @param isIts selects the row `w` of the wording among those of its edition.
 */
export function keptText(
  sql: Statements,
  { row, empreinte, ...content }: DerivedEdition,
  isIts: ReturnType<Statements>,
): Promise<unknown> {
  const { html, texte, paragraphes, reserves, images, references, law } = content;
  const sealed = { contenu_html: html, contenu_texte: texte, paragraphes, reserves, images };
  const seals = JSON.stringify(sealsOf(`${empreinte} ${row.derivationVersion}`, sealed));
  const articles = law.flatMap((entry) => (entry.genre === "article" ? citedArticle(entry) : []));
  const others = law.filter(({ genre }) => genre !== "article");
  return sql`
    insert into kept_texts (edition_id, empreinte, derivation_version, wording_id, contenu_html, contenu_texte,
      paragraphes, reserves, images, cited_documents, cited_articles, cited_law,
      seals)
    select e.id, ${empreinte}, ${row.derivationVersion}, w.id, ${html}::text, ${texte}::text,
      ${jsonRows(paragraphes)}::text::jsonb, ${jsonRows(reserves)}::text::jsonb, ${jsonRows(images)}::text::jsonb,
      ${jsonRows(references)}::text::jsonb, ${jsonRows(articles)}::text::jsonb,
      ${jsonRows(others)}::text::jsonb, ${seals}::text::jsonb
    from editions e join wordings w on w.edition_id = e.id
    where e.boi_id = ${row.boiId} and e.debut_de_validite = ${row.debutDeValidite} and e.pgp = ${row.pgp}
      and ${isIts}
    order by w.id desc limit 1
    on conflict do nothing`;
}

function insertSource(sql: Statements, { row, empreinteSource, raw }: DerivedEdition): Promise<unknown> {
  return sql`
    insert into kept_sources (wording_id, raw)
    select w.id, ${raw}::bytea from editions e join wordings w on w.edition_id = e.id
    where e.boi_id = ${row.boiId} and e.debut_de_validite = ${row.debutDeValidite} and e.pgp = ${row.pgp}
      and w.empreinte_source = ${empreinteSource} and not w.current and not exists (
        select from kept_sources kept join wordings other on other.id = kept.wording_id
        where other.edition_id = e.id and other.empreinte_source = ${empreinteSource})
    order by w.id desc limit 1
    on conflict do nothing`;
}

/** The current wording is the last one of the kind of source that the edition answers with. */
function markCurrent(sql: Statements, rows: string): Promise<unknown> {
  return sql`
    update wordings w set current = not w.current
    from json_to_recordset(${rows}::text::json) as r("boiId" text, "debutDeValidite" date, pgp int)
    ${named(sql)}
    where w.edition_id = any(${editionIds(sql, rows)}) and w.edition_id = e.id and w.current is distinct from (w.id = (
      select id from wordings
      where edition_id = e.id and source_kind = e.source_kind order by source_order desc, id desc limit 1))`;
}
