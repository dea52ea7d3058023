import type { Database } from "../../../db/postgres/database.ts";
import type { RenderedBody } from "../../http/response/body.ts";
import type { DocumentId } from "../../schemas/parameters/document-id.ts";
import { readCitedNumbers } from "../../services/citations/citing.ts";
import { readDocument } from "../../services/documents.ts";
import { readHistory } from "../../services/versions.ts";
import { citingPath } from "../addresses.ts";
import { renderPage } from "../answer.ts";
import { renderBody } from "./body/render.ts";
import { cite } from "./citation.ts";
import { readNeighbours } from "./neighbours.tsx";
import { DocumentPage } from "./view.tsx";

/**
 * The page of the shown edition of a document or, with a date, of the edition of that start of validity.
 * @throws {ApiError} `unknown_document` when it is not held.
 */
export async function documentPage(database: Database, id: DocumentId): Promise<RenderedBody> {
  const [document, { versions }, neighbours, citing] = await Promise.all([
    readDocument(database, id),
    readHistory(database, id.boiId),
    readNeighbours(database, id.boiId),
    readCitedNumbers(database, id.boiId),
  ]);
  const cited = new Map(document.references.map((reference) => [reference.boi_id, reference]));
  const body = renderBody(document.contenu_html, {
    numeros: new Set(document.paragraphes.map(({ numero }) => numero)),
    cite: (numero) => cite(document, numero),
    citedBy: (numero) => (citing.names(numero) ? citingPath(id.boiId, numero) : null),
    find(boiId) {
      const reference = cited.get(boiId);
      return reference?.existe ? { boiId, titre: reference.titre } : null;
    },
  });
  return renderPage(<DocumentPage {...{ document, versions, body, neighbours }} citing={citing.total} />);
}
