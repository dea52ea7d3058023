import { type TSchema, Type as t } from "@sinclair/typebox";
import type { DocumentFilter } from "../../../db/engine/document-filter.ts";
import { DOCUMENT_TYPES } from "../../../db/schema/documents.ts";
import { classificationNode } from "./classification-path.ts";
import { type DomainList, domainCode, subjectCode } from "./domain.ts";
import { articleReference, type LawArticle } from "./law.ts";
import { oneOf } from "./words.ts";

type OwnFilter = Omit<DocumentFilter, "articles">;

/** What a caller keeps a search to, as its parameters say it; what is absent is left open. */
export interface AskedFilter
  extends Partial<{ readonly [Name in keyof OwnFilter]: NonNullable<OwnFilter[Name]> }> {
  readonly article?: LawArticle;
}

/** The parameters, or fields of a body, that every search takes to keep to some documents: one for each criterion. */
export const filterParameters = (domains: DomainList) =>
  ({
    domaine: t.Optional(
      domainCode(domains, { description: "Domaine du plan, comme IR ou TVA ; par défaut, tous." }),
    ),
    type: t.Optional(oneOf(DOCUMENT_TYPES, { description: "Nature des documents ; sans elle, toutes." })),
    matiere: t.Optional(
      subjectCode(domains, {
        description: "Domaine dont traitent les documents, rescrits et annexes compris, comme TVA.",
      }),
    ),
    chemin: t.Optional(
      classificationNode({ description: "Nœud du plan : son document et tout ce qui est dessous." }),
    ),
    article: t.Optional(
      articleReference({ description: "Article de loi que les documents citent, comme CGI:150 U." }),
    ),
  }) satisfies Record<keyof AskedFilter, TSchema>;
