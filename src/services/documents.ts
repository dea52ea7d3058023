import { subjectOf } from "../../db/bofip/subject.ts";
import type { Database } from "../../db/postgres/database.ts";
import {
  type ClassificationLevel,
  findDocument,
  type CitedArticle as StoredArticle,
} from "../../db/queries/documents.ts";
import { ApiError } from "../http/errors/api-error.ts";
import type { CitedArticle, FullDocument } from "../schemas/answers/document.ts";
import type { DocumentId } from "../schemas/parameters/document-id.ts";
import { identify } from "./articles.ts";
import { endingOf } from "./ending.ts";
import { demandPossible } from "./possible-document.ts";

/**
 * The shown edition of a document or, with a date, the edition of that start of validity.
 * @throws {ApiError} `unknown_document` when it is not held.
 */
export async function readDocument(database: Database, id: DocumentId): Promise<FullDocument> {
  demandPossible(id.boiId);
  const found = await findDocument(database, id.boiId, id.date);
  if (found === null) throw new ApiError("unknown_document", { id: nameOf(id) });
  const { spans, levels, transfere_vers, notice, articles, renvois, ...edition } = found;
  const numeros = new Set(spans.map(({ numero }) => numero));
  return {
    ...edition,
    matiere: subjectOf({ ...edition, boiId: edition.boi_id }),
    articles: articles.map(toCitedArticle),
    plan_classement: placeInClassification(levels),
    paragraphes: spans.map(({ numero, section, start, end }) => ({
      numero,
      section,
      texte: edition.contenu_texte.slice(start, end),
    })),
    renvois_internes: renvois.map((renvoi) => ({ ...renvoi, existe: numeros.has(renvoi.vers) })),
    ...(edition.statut === "transfere" ? { transfere_vers } : {}),
    ...endingOf({ statut: edition.statut, transfere_vers, notice }),
  };
}

function toCitedArticle({ etendue, ...cited }: StoredArticle): CitedArticle {
  const article = { ...cited, ...identify(cited) };
  return etendue === null ? article : { ...article, etendue };
}

function nameOf({ boiId, date }: DocumentId): string {
  return date === null ? boiId : `${boiId}-${date.replaceAll("-", "")}`;
}

function placeInClassification(levels: readonly ClassificationLevel[]): FullDocument["plan_classement"] {
  return {
    chemin: levels.at(-1)?.chemin ?? "",
    niveaux: levels.map((level) => ({ chemin: level.chemin, titre: titleOf(level) })),
  };
}

/** A node that holds nothing in force is named by the end of its own document's breadcrumb, or its segment. */
function titleOf({ chemin, label, titre }: ClassificationLevel): string {
  return label ?? titre?.split(" - ").at(-1) ?? chemin.slice(chemin.lastIndexOf("/") + 1);
}
