import { eq } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { builtOnce, type Database } from "../postgres/database.ts";
import { anyOfGiven, listOf } from "../postgres/statements.ts";
import { type DocumentStatut, documents, editionReferences } from "../schema/documents.ts";

/** Which references of a document to follow: those it makes, those made to it, or both. */
export type Direction = "cites" | "citants" | "both";

/** A reference from a document's shown edition to another document, in the corpus or not. */
export interface Citation {
  readonly source: string;
  readonly target: string;
  /** First § of the source that cites the target; null before the first §. */
  readonly paragraphe: string | null;
}

/** A document of the corpus, as a node of a graph. */
export interface GraphDocument {
  readonly boi_id: string;
  readonly titre: string;
  readonly domaine: string;
  readonly statut: DocumentStatut;
  readonly date_publication: string;
  readonly url: string;
}

/**
 * References that leave or reach any of the documents, in no order; with both directions, one that joins two of the
 * documents comes twice. Only shown editions cite. Prepared, because planning costs more than reading a short list.
 */
export async function readCitations(
  database: Database,
  boiIds: readonly string[],
  direction: Direction,
): Promise<Citation[]> {
  return await CITATIONS[direction](database).execute({ ids: listOf(boiIds) });
}

const CITATIONS = {
  cites: builtOnce((database) => outgoing(database).prepare("outgoing citations")),
  citants: builtOnce((database) => incoming(database).prepare("incoming citations")),
  both: builtOnce((database) => unionAll(outgoing(database), incoming(database)).prepare("citations")),
} as const;

function outgoing(database: Database) {
  return citations(database).where(anyOfGiven(documents.boiId, "ids"));
}

function incoming(database: Database) {
  return citations(database).where(anyOfGiven(editionReferences.target, "ids"));
}

function citations(database: Database) {
  return database
    .select({
      source: documents.boiId,
      target: editionReferences.target,
      paragraphe: editionReferences.paragraphe,
    })
    .from(documents)
    .innerJoin(editionReferences, eq(editionReferences.editionId, documents.editionId));
}

/** The identifiers that are documents of the corpus, in no order. */
export async function readGraphDocuments(
  database: Database,
  boiIds: readonly string[],
): Promise<GraphDocument[]> {
  return await graphDocuments(database).execute({ ids: listOf(boiIds) });
}

const graphDocuments = builtOnce((database) =>
  database
    .select({
      boi_id: documents.boiId,
      titre: documents.titre,
      domaine: documents.domaine,
      statut: documents.statut,
      date_publication: documents.datePublication,
      url: documents.url,
    })
    .from(documents)
    .where(anyOfGiven(documents.boiId, "ids"))
    .prepare("graph documents"),
);
