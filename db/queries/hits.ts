import { and, eq } from "drizzle-orm";
import { subjectOf } from "../../bofip/identifiers/subject.ts";
import { anyOf } from "../postgres/any-of.ts";
import type { Database } from "../postgres/database.ts";
import { pages } from "../postgres/statements.ts";
import { type DocumentType, documents } from "../schema/documents.ts";
import { type FoundTexts, type HitText, keptTexts, type TextRow } from "./kept-texts.ts";
import { shownIsContestedSql } from "./texts/contested.ts";

/** A document in force as a title list shows it. */
export interface DocumentTitle {
  readonly boi_id: string;
  readonly titre: string;
  readonly domaine: string;
}

/** A document in force with what a search hit is built from. */
export interface HitSource extends DocumentTitle, HitText {
  readonly type: DocumentType;
  readonly matiere: string | null;
  readonly date_publication: string;
  readonly url: string;
  /** Whether its start of validity leaves a choice between texts. */
  readonly is_contested: boolean;
}

/** Titles of the documents in force among the identifiers, by identifier. */
export async function readTitles(
  database: Database,
  boiIds: readonly string[],
): Promise<Map<string, DocumentTitle>> {
  const rows = await database
    .select({ boi_id: documents.boiId, titre: documents.titre, domaine: documents.domaine })
    .from(documents)
    .where(and(anyOf(documents.boiId, boiIds), eq(documents.statut, "en_vigueur")))
    .prepare("titles")
    .execute();
  return new Map(rows.map((row) => [row.boi_id, row]));
}

/** Identifiers of all the documents in force, in chunks. */
export async function* readIdentifiersInForce(
  { $client: sql }: Database,
  limit: number,
): AsyncGenerator<readonly string[]> {
  const read = pages(
    "",
    (after) => sql<{ position: string }[]>`
      select boi_id as position from documents where statut = 'en_vigueur' and boi_id > ${after}
      order by boi_id limit ${limit}`,
  );
  for await (const rows of read) yield rows.map(({ position }) => position);
}

/** A document as it was at a revision of the corpus. */
interface ShownHit {
  readonly revision: number;
  readonly hit: HitSource;
}

/** Latest reading of each document, keyed by its cached text: both are evicted together. */
const lastShown = new WeakMap<HitText, ShownHit>();

/**
 * Documents in force among the identifiers of one page of results, by identifier, all of one state of the corpus. A
 * text that this process has cached is sent only when its row has changed since.
 * @param revision of the corpus, as its store has just given it: what was read at that one is not read again, because
 *   nothing visible to readers changes without a higher one. Null when it is not known.
 */
export async function readHitSources(
  database: Database,
  boiIds: readonly string[],
  revision: number | null = null,
): Promise<Map<string, HitSource>> {
  const texts = keptTexts(database).among(boiIds);
  const shown = hitsShownAt(revision, boiIds, texts);
  const others = boiIds.filter((boiId) => !shown.has(boiId));
  if (others.length === 0) return shown;
  const read = await readShown(database, others, texts);
  // The corpus has changed since that revision was read.
  if (shown.size > 0 && read.some((one) => one.revision !== revision))
    return await readHitSources(database, boiIds);
  for (const { hit } of read) shown.set(hit.boi_id, hit);
  return shown;
}

function hitsShownAt(
  revision: number | null,
  boiIds: readonly string[],
  texts: FoundTexts,
): Map<string, HitSource> {
  const hits = new Map<string, HitSource>();
  if (revision === null) return hits;
  for (const boiId of boiIds) {
    const text = texts.text(boiId);
    const shown = text && lastShown.get(text);
    if (shown?.revision === revision) hits.set(boiId, shown.hit);
  }
  return hits;
}

async function readShown(
  database: Database,
  boiIds: readonly string[],
  texts: FoundTexts,
): Promise<ShownHit[]> {
  const sql = database.$client;
  const rows = await sql<(HitRow & { readonly revision: number })[]>`
    select d.boi_id, d.titre, d.domaine, d.type, d.division, d.date_publication, d.url,
      ${sql.unsafe(shownIsContestedSql)} as is_contested, held.*,
      (select revision from corpus) as revision
    from documents d
    join edition_contents c on c.edition_id = d.edition_id
    ${texts.joins(sql)}
    where d.boi_id = any(string_to_array(${boiIds.join(" ")}, ' ')) and d.statut = 'en_vigueur'`;
  return rows.flatMap(({ revision, ...row }) => {
    const text = texts.textOf(row);
    if (text === undefined) return [];
    const shown = { revision, hit: hitOf(row, text) };
    lastShown.set(text, shown);
    return [shown];
  });
}

/** The columns of a hit. */
export type HitRow = TextRow & StoredHit & Omit<HitSource, "matiere" | "contenu_texte" | "spans">;

/** A row with its text, and with its subject in place of its division. */
export function hitOf<Row extends TextRow & StoredHit>(
  { version: _, proof: _proof, division, ...document }: Row,
  { contenu_texte, spans }: HitText,
) {
  const { boi_id: boiId, domaine } = document;
  return { ...document, contenu_texte, spans, matiere: subjectOf({ boiId, domaine, division }) };
}

interface StoredHit {
  readonly boi_id: string;
  readonly domaine: string;
  readonly division: string | null;
}
