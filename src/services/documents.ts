import type { Database } from "../../db/postgres/database.ts";
import {
  type CitedArticle,
  type CitedDocument,
  findDocument,
  type PlanLevel,
  type StoredDocument,
} from "../../db/queries/documents.ts";
import { ApiError } from "../http/errors/api-error.ts";
import type { DocumentId } from "../schemas/parameters.ts";
import { type Ending, endingOf } from "./ending.ts";
import { demandPossible } from "./possible-document.ts";

/** A numbered paragraph and the headings it stands under. */
export interface Paragraph {
  readonly numero: string;
  readonly section: readonly string[];
  readonly texte: string;
}

export interface PlanPlace {
  readonly chemin: string;
  /** From the series down to the document's own node. */
  readonly niveaux: { readonly chemin: string; readonly titre: string }[];
}

/** A full document (contract decisions, « Document »). */
export interface FullDocument
  extends Omit<StoredDocument, "spans" | "levels" | "transfere_vers" | "notice">,
    Ending {
  readonly plan_classement: PlanPlace;
  readonly references: CitedDocument[];
  readonly articles: CitedArticle[];
  readonly paragraphes: Paragraph[];
  /** Only on a moved document: its target, null when the source does not name it. */
  readonly transfere_vers?: string | null;
}

/**
 * The shown edition of a document or, with a date, the edition of that start of validity.
 * @throws {ApiError} `unknown_document` when it is not held.
 */
export async function readDocument(database: Database, id: DocumentId): Promise<FullDocument> {
  demandPossible(id.boiId);
  const found = await findDocument(database, id.boiId, id.date);
  if (found === null) throw new ApiError("unknown_document", { id: nameOf(id) });
  const { spans, levels, references, articles, transfere_vers, notice, ...edition } = found;
  return {
    ...edition,
    plan_classement: placeInPlan(levels),
    references,
    articles,
    paragraphes: spans.map(({ numero, section, start, end }) => ({
      numero,
      section,
      texte: edition.contenu_texte.slice(start, end),
    })),
    ...(edition.statut === "transfere" ? { transfere_vers } : {}),
    ...endingOf({ statut: edition.statut, transfere_vers, notice }),
  };
}

function nameOf({ boiId, date }: DocumentId): string {
  return date === null ? boiId : `${boiId}-${date.replaceAll("-", "")}`;
}

function placeInPlan(levels: readonly PlanLevel[]): PlanPlace {
  return {
    chemin: levels.at(-1)?.chemin ?? "",
    niveaux: levels.map((level) => ({ chemin: level.chemin, titre: titleOf(level) })),
  };
}

/** A node that holds nothing in force is named by the end of its own document's breadcrumb, or its segment. */
function titleOf({ chemin, label, titre }: PlanLevel): string {
  return label ?? titre?.split(" - ").at(-1) ?? chemin.slice(chemin.lastIndexOf("/") + 1);
}
