import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { ParagraphRange } from "../../bofip/paragraph-number.ts";
import { anyOf } from "../../postgres/any-of.ts";
import type { Database } from "../../postgres/database.ts";
import {
  documents,
  editionContents,
  editions,
  type ParagraphSpan,
  type Statut,
} from "../../schema/documents.ts";
import { isVersion } from "../versions.ts";

/** A version of a document, as what a citation may be of. */
export interface CitedEdition {
  readonly editionId: number;
  readonly boiId: string;
  /** Start of validity. */
  readonly date_debut: string;
  /** When the next edition or the withdrawal took effect; null while it is in force. */
  readonly date_fin: string | null;
  readonly statut: Statut;
  /** Whether it is the one that its document shows. */
  readonly isShown: boolean;
  /** Where the document went, when it moved. */
  readonly transfereVers: string | null;
  /** Official page. */
  readonly url: string;
}

/** The versions of documents, by identifier, newest first, the higher PGP number first at one date. */
export async function readCitedEditions(
  database: Database,
  boiIds: readonly string[],
): Promise<Map<string, CitedEdition[]>> {
  if (boiIds.length === 0) return new Map();
  const rows = await database
    .select({
      editionId: editions.id,
      boiId: editions.boiId,
      date_debut: editions.debutDeValidite,
      date_fin: editions.dateFin,
      statut: editions.statut,
      isShown: sql<boolean>`${editions.id} = ${documents.editionId}`,
      transfereVers: documents.transfereVers,
      url: editions.url,
    })
    .from(editions)
    .innerJoin(documents, eq(documents.boiId, editions.boiId))
    .where(and(anyOf(documents.boiId, boiIds), isVersion))
    .orderBy(asc(editions.boiId), desc(editions.debutDeValidite), desc(editions.pgp))
    .prepare("cited editions")
    .execute();
  return Map.groupBy(rows, ({ boiId }) => boiId);
}

/** Where the § of an edition lie, and the numbers that it reserves. */
export interface EditionParagraphs {
  readonly spans: readonly ParagraphSpan[];
  readonly reserves: readonly ParagraphRange[];
}

/** The § of editions, by the edition's own number. */
export async function readEditionParagraphs(
  database: Database,
  editionIds: readonly number[],
): Promise<Map<number, EditionParagraphs>> {
  if (editionIds.length === 0) return new Map();
  const rows = await database
    .select({
      id: editionContents.editionId,
      spans: editionContents.paragraphes,
      reserves: editionContents.reserves,
    })
    .from(editionContents)
    .where(isOneOf(editionIds))
    .prepare("edition paragraphs")
    .execute();
  return new Map(rows.map(({ id, ...paragraphs }) => [id, paragraphs]));
}

/** The texts of editions, by the edition's own number. */
export async function readEditionTexts(
  database: Database,
  editionIds: readonly number[],
): Promise<Map<number, string>> {
  if (editionIds.length === 0) return new Map();
  const rows = await database
    .select({ id: editionContents.editionId, texte: editionContents.contenuTexte })
    .from(editionContents)
    .where(isOneOf(editionIds))
    .prepare("edition texts")
    .execute();
  return new Map(rows.map(({ id, texte }) => [id, texte]));
}

/** One text parameter whatever the number of editions, as in `anyOf`. */
function isOneOf(editionIds: readonly number[]) {
  return sql`${editionContents.editionId} = any(string_to_array(${editionIds.join(" ")}, ' ')::int[])`;
}
