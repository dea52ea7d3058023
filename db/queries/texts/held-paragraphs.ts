import { and, asc, eq, sql } from "drizzle-orm";
import { paragraphText } from "../../../bofip/paragraphs/paragraph-text.ts";
import { assertIntact, editionProofSql, type StoredProof } from "../../integrity/proof.ts";
import type { Database } from "../../postgres/database.ts";
import { editionContents, editions, type Statut } from "../../schema/documents.ts";
import { textIsHeld } from "./text-is-held.ts";

/** The § of a given number in a stored edition. */
export interface HeldParagraphText {
  readonly edition: number;
  readonly date_debut: string;
  readonly date_fin: string | null;
  readonly statut: Statut;
  /** Null where the edition has no § of that number. */
  readonly texte: string | null;
}

/**
 * The § of a given number in each edition of a document, by start of validity, then by PGP number.
 * @throws {DamagedText}
 */
export async function readHeldParagraphs(
  database: Database,
  boiId: string,
  numero: string,
): Promise<HeldParagraphText[]> {
  const rows = await database
    .select({
      edition: editions.id,
      date_debut: editions.debutDeValidite,
      date_fin: editions.dateFin,
      statut: editions.statut,
      texte: editionContents.contenuTexte,
      spans: editionContents.paragraphes,
      proof: sql<StoredProof | null>`${sql.raw(editionProofSql("edition_contents"))}`,
    })
    .from(editions)
    .innerJoin(editionContents, eq(editionContents.editionId, editions.id))
    .where(and(eq(editions.boiId, boiId), textIsHeld))
    .orderBy(asc(editions.debutDeValidite), asc(editions.pgp))
    .prepare("held_paragraphs")
    .execute();
  return rows.map(({ spans, texte, proof, ...edition }) => {
    assertIntact(boiId, proof, { contenu_texte: texte, paragraphes: spans });
    return { ...edition, texte: paragraphText(texte, spans, numero) };
  });
}
