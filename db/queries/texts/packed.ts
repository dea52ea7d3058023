import { readProven, type TextColumns } from "../../integrity/seals.ts";
import type { Database } from "../../postgres/database.ts";
import { anyOf, type Piece, type Statements } from "../../postgres/statements.ts";
import type { ReferenceTarget } from "../../schema/documents.ts";
import { isInForceOn, type ToldEdition, toldColumns, toldEditions } from "../documents.ts";
import { keptTexts } from "../kept-texts.ts";
import { type NamedPassages, type Passage, passagesOf } from "../passages.ts";
import { citedLaw, lawRead, type TextLaw, textIsHeld, type WithEntries } from "./edition-columns.ts";

/** The places where an edition refers to another document. */
interface Link {
  readonly target: string;
  readonly cibles: readonly ReferenceTarget[];
}

/** An edition with its text, its § and where they send, under the names of the contract. */
export interface PackedEdition
  extends ToldEdition,
    TextLaw,
    Pick<TextColumns, "contenu_texte" | "spans" | "renvois"> {
  readonly titre: string;
  /** In the order of their first mention. */
  readonly links: readonly Link[];
}

/** An edition with the named passages that it has, in text order. */
export interface PackedPassages extends PackedEdition {
  readonly passages: readonly Passage[];
}

/**
 * The texts that some documents have on a day, by identifier: one statement, hence one state of the store. A document
 * without a text that day is absent.
 * @param date `YYYY-MM-DD`; null for the documents in force today, whose texts this process keeps.
 * @throws {DamagedText}
 */
export async function readPackedEditions(
  database: Database,
  boiIds: readonly string[],
  date: string | null,
): Promise<Map<string, PackedEdition>> {
  return await readPacked(database, boiIds, [], date);
}

/**
 * Editions with passages of each, for documents found by them.
 * @throws {DamagedText}
 */
export async function readPackedPassages(
  database: Database,
  found: readonly NamedPassages[],
  date: string | null,
): Promise<Map<string, PackedPassages>> {
  const boiIds = found.map(({ boiId }) => boiId);
  const names = found.flatMap(({ boiId, textHashes, positions }) =>
    [...textHashes, ...positions].map((name) => `${boiId}:${name}`),
  );
  return await readPacked(database, boiIds, names, date);
}

/** @param names of passages: `BOI-…:position` or `BOI-…:hash of the text`. */
async function readPacked(
  database: Database,
  boiIds: readonly string[],
  names: readonly string[],
  date: string | null,
): Promise<Map<string, PackedPassages>> {
  if (boiIds.length === 0) return new Map();
  const isInForce = date === null;
  const texts = keptTexts(database);
  const kept = texts.among(isInForce ? boiIds : []);
  const sql = database.$client;
  const isAsked = isInForce ? sql`e.id = d.edition_id and d.statut = 'en_vigueur'` : isInForceOn(sql, date);
  const rows = await readProven<Row>(sql, {
    of: "c",
    text: ["contenu_texte", "spans", "renvois"],
    unlessKept: ["contenu_texte"],
    columns: sql`${toldColumns(sql)}, e.titre, held.version,
      ${citedLaw(sql, sql`cited.edition_id = e.id`)} as law, (
        select coalesce(json_agg(json_build_object('target', cited.target, 'cibles', cited.cibles) order by cited.position), '[]')
        from edition_references cited where cited.edition_id = e.id) as links, ${namedPassages(sql, names)} as passages`,
    from: sql`${toldEditions(sql)} ${kept.joins(sql)}
      where e.boi_id = ${anyOf(sql, boiIds)} and ${textIsHeld(sql)} and w.erased_at is null and ${isAsked}`,
  });
  return new Map(
    rows.flatMap(({ version, law, contenu_texte: read, ...edition }) => {
      const { boi_id: boiId, spans } = edition;
      const text = read ?? kept.text(boiId)?.contenu_texte;
      if (text === undefined) return [];
      if (isInForce && read !== null) texts.keep(boiId, version, { contenu_texte: text, spans });
      return [[boiId, { ...edition, ...lawRead(law), contenu_texte: text }] as const];
    }),
  );
}

interface Row extends Omit<WithEntries<PackedPassages>, "contenu_texte"> {
  readonly version: string;
  /** Null for a kept text. */
  readonly contenu_texte: string | null;
}

function namedPassages(sql: Statements, names: readonly string[]): Piece {
  // Hashed once for all documents: compared in turn, hundreds of names would be, for each passage.
  const named = sql`(select unnest(string_to_array(${names.join(" ")}, ' ')))`;
  return sql`(
    select ${passagesOf(sql)} from passages p
    where p.edition_id = e.id
      and (e.boi_id || ':' || p.text_hash in ${named} or e.boi_id || ':' || p.position in ${named}))`;
}
