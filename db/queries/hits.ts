import { subjectOf } from "../../bofip/identifiers/identifier.ts";
import { oncePer } from "../../bofip/reading/cursor.ts";
import type { Observation } from "../../bofip/sources/certainty.ts";
import { IN_FORCE, type SearchedEditions } from "../engine/dated-texts.ts";
import { readProven, shownTexts } from "../integrity/seals.ts";
import type { Database } from "../postgres/database.ts";
import { anyOf, type Piece, type Statements } from "../postgres/statements.ts";
import type { DocumentType, Statut } from "../schema/documents.ts";
import { readExportedIds } from "./export.ts";
import { type FoundTexts, type HitText, keptTexts, type TextRow } from "./kept-texts.ts";
import { isContested } from "./texts/edition-columns.ts";
import { keysOf, type NamedEdition, readNamedEditions, shownEditions } from "./texts/editions-at.ts";
import { observationsOf } from "./texts/wordings.ts";

/** A document in force as a title list shows it. */
export interface DocumentTitle {
  readonly boi_id: string;
  readonly titre: string;
  readonly domaine: string;
}

/** An edition with what a search hit is built from. */
export interface HitSource extends DocumentTitle, HitText {
  readonly type: DocumentType;
  readonly matiere: string | null;
  readonly date_publication: string;
  readonly url: string;
  /** First day on which it is no longer in force; null when no end is known. */
  readonly date_fin: string | null;
  readonly statut: Statut;
  /** Latest day on which sources show it in force; null when none does. */
  readonly attestee_jusqu_au: string | null;
  /** When sources showed its text. */
  readonly observations: readonly Observation[];
  /** Whether its start of validity leaves a choice between texts. */
  readonly is_contested: boolean;
}

/** Titles of the documents in force among the identifiers, by identifier. */
export async function readTitles(
  { $client: sql }: Database,
  boiIds: readonly string[],
): Promise<Map<string, DocumentTitle>> {
  const rows = await sql<DocumentTitle[]>`
    select boi_id, titre, domaine from documents where boi_id = ${anyOf(sql, boiIds)} and statut = 'en_vigueur'`;
  return new Map(rows.map((row) => [row.boi_id, row]));
}

/** Identifiers of all the documents in force, in chunks. */
export async function* readIdentifiersInForce(
  database: Database,
  limit: number,
): AsyncGenerator<readonly string[]> {
  for (let ids = await readExportedIds(database, "", limit); ids.length > 0; ) {
    yield ids;
    ids = await readExportedIds(database, ids.at(-1) ?? "", limit);
  }
}

/** A document as it was at a revision of the corpus. */
interface ShownHit {
  readonly revision: number;
  readonly hit: HitSource;
}

/** Latest reading of each document, keyed by its cached text: both are evicted together. */
const lastShown = new WeakMap<HitText, ShownHit>();

/** Which editions are shown, and as of when. */
interface HitsAsked {
  /**
   * Revision of the corpus, as its store has just given it: what was read at that one is not read again, because nothing
   * visible to readers changes without a higher one. Null when it is not known.
   */
  readonly revision?: number | null;
  /** Absent: those in force now. */
  readonly editions?: SearchedEditions;
}

/**
 * The editions looked at of documents among the identifiers of one page of results, by identifier, all of one state of
 * the corpus. A text that this process has cached is sent only when its row has changed since.
 */
export async function readHitSources(
  database: Database,
  boiIds: readonly string[],
  { revision = null, editions = IN_FORCE }: HitsAsked = {},
): Promise<Map<string, HitSource>> {
  const named = await readNamedEditions(database, boiIds, editions);
  const keys = keysOf(boiIds, named);
  const texts = keptTexts(database).among(keys);
  const shown = hitsShownAt(revision, keys, texts);
  const others = boiIds.filter((boiId) => !shown.has(boiId));
  const isNamed = new Set(named?.map(({ boiId }) => boiId) ?? boiIds);
  if (others.every((boiId) => !isNamed.has(boiId))) return shown;
  const read = await readShown(database, others, named, texts);
  // The corpus has changed since that revision was read.
  if (shown.size > 0 && read.some((one) => one.revision !== revision))
    return await readHitSources(database, boiIds, { editions });
  for (const { hit } of read) shown.set(hit.boi_id, hit);
  return shown;
}

function hitsShownAt(
  revision: number | null,
  keys: readonly string[],
  texts: FoundTexts,
): Map<string, HitSource> {
  const hits = new Map<string, HitSource>();
  if (revision === null) return hits;
  for (const key of keys) {
    const text = texts.text(key);
    const shown = text && lastShown.get(text);
    if (shown?.revision === revision) hits.set(shown.hit.boi_id, shown.hit);
  }
  return hits;
}

async function readShown(
  { $client: sql }: Database,
  boiIds: readonly string[],
  named: readonly NamedEdition[] | null,
  texts: FoundTexts,
): Promise<ShownHit[]> {
  const asked = named?.filter(({ boiId }) => boiIds.includes(boiId)) ?? null;
  const rows = await readHits<{ readonly revision: number }>(sql, texts, {
    columns: sql`(select revision from corpus) as revision`,
    editions: shownEditions(sql, boiIds, asked),
  });
  return rows.map(({ text, hit: { revision, ...hit } }) => {
    const shown = { revision, hit };
    lastShown.set(text, shown);
    return shown;
  });
}

/** The columns of a hit, but its text, from a row `e` of `shownEditions`; put together once for a store. */
const hitColumns = oncePer(
  (sql: Statements): Piece => sql`
    e.key, e.boi_id, e.titre, e.domaine, e.type, e.division, e.debut_de_validite as date_publication, e.url,
    e.date_fin, e.statut, e.attested_until as attestee_jusqu_au, ${isContested(sql)} as is_contested,
    ${observationsOf(sql)} as observations`,
);

/**
 * Hits with more columns, each with its text.
 * @param editions SQL of rows `e`, as those of `shownEditions`.
 * @throws {DamagedText}
 */
export async function readHits<More extends object>(
  sql: Statements,
  texts: FoundTexts,
  { columns, editions }: { readonly columns: Piece; readonly editions: Piece },
) {
  const text = ["contenu_texte", "spans"] as const;
  const rows = await readProven<StoredHit & More>(sql, {
    of: "c",
    text,
    unlessKept: text,
    columns: sql`${hitColumns(sql)}, held.version, ${columns}`,
    from: sql`${shownTexts(sql, editions)} ${texts.joins(sql)}`,
  });
  return rows.flatMap((row) => {
    const text = texts.textOf(row);
    if (text === undefined) return [];
    const { version: _, key: _key, division, ...document } = row;
    const { boi_id: boiId, domaine } = document;
    return [{ text, hit: { ...document, ...text, matiere: subjectOf({ boiId, domaine, division }) } }];
  });
}

interface StoredHit extends TextRow, Omit<HitSource, "matiere" | keyof HitText> {
  readonly division: string | null;
}
