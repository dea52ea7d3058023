import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { CitedArticle } from "../../../bofip/law/citation.ts";
import type { LawEntry } from "../../../bofip/law/cited/entries.ts";
import type { ParagraphSpan } from "../../../bofip/paragraphs/paragraph-index.ts";
import { assertIntact } from "../../integrity/proof.ts";
import { builtOnce, type Database } from "../../postgres/database.ts";
import { anyOfGiven, listOf } from "../../postgres/statements.ts";
import {
  documents,
  editionContents,
  editions,
  type InternalReference,
  type ReferenceTarget,
} from "../../schema/documents.ts";
import { wordings } from "../../schema/wordings.ts";
import { isInForceOnDate, proofColumns, type ToldEdition } from "../documents.ts";
import { keptTexts } from "../kept-texts.ts";
import { type NamedPassages, type Passage, passagesSql } from "../passages.ts";
import { citedArticles, citedLaw } from "./cited.ts";
import { EDITION_COLUMNS } from "./edition-columns.ts";
import { textIsHeld } from "./text-is-held.ts";

/** The places where an edition refers to another document. */
interface Link {
  readonly target: string;
  readonly cibles: readonly ReferenceTarget[];
}

/** An edition with its text, its § and where they send, under the names of the contract. */
export interface PackedEdition extends ToldEdition {
  readonly titre: string;
  readonly contenu_texte: string;
  readonly spans: readonly ParagraphSpan[];
  readonly articles: readonly CitedArticle[];
  /** Decisions, norms and ministerial answers that it cites. */
  readonly citedLaw: readonly LawEntry[];
  /** In the order of their first mention. */
  readonly links: readonly Link[];
  /** § of itself that it refers to. */
  readonly renvois: readonly InternalReference[];
}

/** Without its place in the classification and what ended it, which cost more than the rest. */
const { levels: _levels, notice: _notice, transfere_vers: _target, ...TOLD } = EDITION_COLUMNS;

const links = sql<readonly Link[]>`(
  select coalesce(json_agg(json_build_object('target', cited.target, 'cibles', cited.cibles) order by cited.position), '[]')
  from edition_references cited where cited.edition_id = ${editions.id})`;

const named = sql`(select unnest(string_to_array(${sql.placeholder("names")}, ' ')))`;

// Hashed once for all documents: compared in turn, hundreds of names would be, for each passage.
const namedPassages = sql<readonly Passage[]>`(
  select ${sql.raw(passagesSql)}
  from passages p
  where p.edition_id = ${editions.id}
    and (${editions.boiId} || ':' || p.text_hash in ${named} or ${editions.boiId} || ':' || p.position in ${named}))`;

/** Identifies the row of a text and its version (`FoundTexts.joins`). */
const rowVersion = sql<string>`(edition_contents.edition_id || ':' || edition_contents.xmin)`;

/** The same, with the named passages that it has, in text order. */
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
 * The same with passages of each, for documents found by them.
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
  const statement = STATEMENTS[isInForce ? "in force" : "on a day"](database);
  const given = { ids: listOf(boiIds), kept: listOf(kept.versions()), names: listOf(names), date };
  const rows = await statement.execute(given);
  return new Map(
    rows.flatMap(({ proof, version, contenu_texte: read, ...edition }) => {
      const { boi_id: boiId, spans, renvois } = edition;
      const text = read ?? kept.text(boiId)?.contenu_texte;
      if (text === undefined) return [];
      const columns = { paragraphes: spans, renvois_internes: renvois };
      assertIntact(boiId, proof, read === null ? columns : { ...columns, contenu_texte: text });
      if (isInForce && read !== null) texts.keep(boiId, version, { contenu_texte: text, spans });
      return [[boiId, { ...edition, contenu_texte: text }] as const];
    }),
  );
}

const STATEMENTS = {
  "in force": packedStatement(
    "packed_in_force",
    and(eq(editions.id, documents.editionId), eq(documents.statut, "en_vigueur")),
  ),
  "on a day": packedStatement("packed_on_a_day", isInForceOnDate),
} as const;

function packedStatement(name: string, isAsked: SQL | undefined) {
  const isKept = sql`${rowVersion} = any(string_to_array(${sql.placeholder("kept")}, ' '))`;
  return builtOnce((database) =>
    database
      .select({
        ...TOLD,
        ...proofColumns(),
        titre: editions.titre,
        version: rowVersion,
        contenu_texte: sql<
          string | null
        >`case when ${isKept} then null else ${editionContents.contenuTexte} end`,
        spans: editionContents.paragraphes,
        articles: citedArticles,
        citedLaw,
        links,
        renvois: editionContents.renvoisInternes,
        passages: namedPassages,
      })
      .from(editions)
      .innerJoin(documents, eq(documents.boiId, editions.boiId))
      .innerJoin(editionContents, eq(editionContents.editionId, editions.id))
      .innerJoin(wordings, and(eq(wordings.editionId, editions.id), wordings.current))
      .where(and(anyOfGiven(editions.boiId, "ids"), textIsHeld, isNull(wordings.erasedAt), isAsked))
      .prepare(name),
  );
}
