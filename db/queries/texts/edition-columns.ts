import { sql } from "drizzle-orm";
import { documents, editions } from "../../schema/documents.ts";
import { noticeOf } from "../versions.ts";
import { textIsHeld, textIsHeldSql } from "./text-is-held.ts";

/**
 * SQL of whether the start of validity of an edition leaves a choice between texts: another edition began that day
 * under another PGP number, or several wordings of it are known (docs/decisions.md, « Citation »).
 * @param edition expressions of its number, of its document and of the day that it began. When a row already has all
 *   three, the edition itself need not be read, which a page of hits would pay twenty times.
 */
function contestedSql(edition: {
  readonly id: string;
  readonly boiId: string;
  readonly debutDeValidite: string;
}): string {
  const { id, boiId, debutDeValidite } = edition;
  const ofThatDay = `where boi_id = ${boiId} and debut_de_validite = ${debutDeValidite}`;
  const ofIt = `where edition_id = ${id}`;
  // For nearly all, an index alone shows that there is no second one to compare: their rows are not read.
  return `(
    exists (select from editions one ${ofThatDay} offset 1)
      and exists (select from editions rival ${ofThatDay} and ${textIsHeldSql("rival")} and rival.id <> ${id})
    or exists (select from wordings ${ofIt} offset 1)
      and (select count(distinct empreinte) > 1 from wordings ${ofIt}))`;
}

/** The same of a row of `editions`, in a statement written with Drizzle. */
export const isContested = sql<boolean>`${sql.raw(
  contestedSql({
    id: "editions.id",
    boiId: "editions.boi_id",
    debutDeValidite: "editions.debut_de_validite",
  }),
)}`;

/** The same of a row of `editions` named `e`. */
export const isContestedSql = contestedSql({
  id: "e.id",
  boiId: "e.boi_id",
  debutDeValidite: "e.debut_de_validite",
});

/** A level of the classification, above a document or its own, with what may name it. */
export interface ClassificationLevel {
  readonly chemin: string;
  /** Label in the classification; null when the node has no document in force. */
  readonly label: string | null;
  /** Title of the level's own document, in force or not. */
  readonly titre: string | null;
}

/** Number of texts of an edition; two kinds of sources with the same text count once. */
const heldWordings = sql<number>`(
  select count(distinct held.empreinte)::int from wordings held
  where held.edition_id = ${editions.id} and held.erased_at is null and ${textIsHeld})`;

/** A document that came back after a move keeps the target in the tombstone of that time. */
const moveTarget = sql<string | null>`case
  when ${editions.statut} <> 'transfere' then null
  when ${editions.id} = ${documents.editionId} then ${documents.transfereVers}
  else (
    select tombstone.transfere_vers from editions tombstone
    where tombstone.boi_id = ${editions.boiId} and tombstone.kind = 'transfere'
      and tombstone.debut_de_validite >= ${editions.dateFin}
    order by tombstone.debut_de_validite, tombstone.pgp desc limit 1)
  end`;

/**
 * Paths from the series down to the document's own: its identifier after `BOI-`, hyphens as slashes. The few titles are
 * looked up one by one: a join reads whole tables, because the store can't know how few levels there are.
 */
const classificationLevels = sql<ClassificationLevel[]>`(
  select json_agg(json_build_object('chemin', level.chemin,
    'label', (select node.titre from plan_nodes node where node.chemin = level.chemin),
    'titre', (select own.titre from documents own where own.boi_id = 'BOI-' || replace(level.chemin, '/', '-')))
    order by level.rank)
  from (
    select rank, string_agg(segment, '/') over (order by rank) as chemin
    from unnest(string_to_array(substr(${editions.boiId}, 5), '-')) with ordinality as part (segment, rank)
  ) level)`;

/** The columns of a `StoredDocument` beside its text, from a row of `editions` joined to `documents`. */
export const EDITION_COLUMNS = {
  boi_id: editions.boiId,
  type: editions.type,
  domaine: editions.domaine,
  division: editions.division,
  statut: editions.statut,
  date_publication: editions.debutDeValidite,
  date_mise_a_jour: editions.dateFin,
  url: editions.url,
  levels: classificationLevels,
  transfere_vers: moveTarget,
  notice: noticeOf,
  edition: editions.id,
  texte_detenu: textIsHeld,
  pgp: editions.pgp,
  attestee_jusqu_au: editions.attestedUntil,
  fin_constatee: editions.finConstatee,
  redactions: heldWordings,
  is_contested: isContested,
};
