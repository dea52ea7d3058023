import { type SchemaOptions, type TSchema, Type as t } from "@sinclair/typebox";
import { asciiUpperCase } from "../../../bofip/identifiers/identifier.ts";
import type { DocumentFilter } from "../../../db/engine/document-filter.ts";
import { DOCUMENT_TYPES } from "../../../db/schema/documents.ts";
import { articleReference, citedLawKey, type LawArticle } from "./law.ts";
import { oneOf, type Parameter, parameter } from "./parameter.ts";

type OwnFilter = Omit<DocumentFilter, "articles">;

/** The filters of a search, from its parameters; an absent one does not filter. */
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
    decision: t.Optional(
      citedLawKey("decision", "CE-402006", { description: "Clé d'une décision que les documents citent." }),
    ),
    norme: t.Optional(
      citedLawKey("norme", "loi-2007-1223", {
        description: "Clé d'une loi, d'un décret, d'une directive… que les documents citent.",
      }),
    ),
    reponse: t.Optional(
      citedLawKey("reponse", "RM-AN-2016-78192", {
        description: "Clé d'une réponse ministérielle que les documents citent.",
      }),
    ),
  }) satisfies Record<keyof AskedFilter, TSchema>;

/** The series codes that `domaine` and `matiere` accept, which come with the corpus. */
export interface DomainList {
  /** Those of identifiers, known now. */
  codes(): readonly string[];
  /** Those of what documents are about, known now. */
  subjects(): readonly string[];
}

/** A series code among those of the list at that moment, in any case. */
export function domainCode(domains: DomainList, documented: SchemaOptions = {}): Parameter<string> {
  return codeAmong(() => domains.codes(), "l'un des domaines", documented);
}

/** `domainCode`, for what a document is about. */
function subjectCode(domains: DomainList, documented: SchemaOptions = {}): Parameter<string> {
  return codeAmong(() => domains.subjects(), "l'une des matières", documented);
}

function codeAmong(
  codes: () => readonly string[],
  among: string,
  documented: SchemaOptions,
): Parameter<string> {
  const schema: SchemaOptions = { ...documented, type: "string", pattern: "^[A-Za-z0-9]+$" };
  return parameter(
    schema,
    () => `${among} ${codes().join(", ")}`,
    (raw) => codes().find((code) => code === asciiUpperCase(raw)),
  );
}

/** The doctrine's classification goes nine segments deep; a longer path costs nothing but its refusal. */
const MAX_SEGMENTS = 12;
const MAX_CLASSIFICATION_PATH_LENGTH = 120;

/** What a path of the classification is, in words. */
export const CLASSIFICATION_PATH_EXPECTED =
  `un chemin de ${MAX_SEGMENTS} segments et ${MAX_CLASSIFICATION_PATH_LENGTH} caractères au plus, en lettres et chiffres ` +
  "séparés par des barres, comme IR/LIQ/20";

/** Whether a path is longer than any of the classification: it is refused before all else. */
export function isClassificationPathTooLong(chemin: string): boolean {
  return chemin.length > MAX_CLASSIFICATION_PATH_LENGTH || chemin.split("/").length > MAX_SEGMENTS;
}

/** A path in capitals, the root being empty; null when it can't be one of the classification. */
export function readClassificationPath(written: string): string | null {
  if (isClassificationPathTooLong(written)) return null;
  const chemin = asciiUpperCase(written);
  return /^(?:[A-Z0-9]+(?:\/[A-Z0-9]+)*)?$/.test(chemin) ? chemin : null;
}

/** A path as an address has it, decoded; a slash at its end names the same node. */
export function decodeClassificationPath(raw: string): string {
  return withoutLastSlash(decodeURIComponent(raw));
}

/** A path that ends an address: Elysia decodes named parameters, not wildcards. Empty = the root. */
export function addressedPath(documented: SchemaOptions = {}): Parameter<string> {
  // The check of addresses saw that it can be decoded.
  return pathParameter(documented, (raw) => readClassificationPath(decodeClassificationPath(raw)));
}

/** A path in a query, whose values come decoded; empty = the root. */
export function classificationPath(documented: SchemaOptions = {}): Parameter<string> {
  return pathParameter(documented, (raw) => readClassificationPath(withoutLastSlash(raw)));
}

/** A node below the root, in a query. */
export function classificationNode(documented: SchemaOptions = {}): Parameter<string> {
  return pathParameter(documented, (raw) => readClassificationPath(withoutLastSlash(raw)) || null);
}

function withoutLastSlash(chemin: string): string {
  return chemin.replace(/\/$/, "");
}

/** Upper-cased, of segments separated by slashes. */
function pathParameter(
  documented: SchemaOptions,
  readPath: (raw: string) => string | null,
): Parameter<string> {
  const schema = { ...documented, type: "string", maxLength: MAX_CLASSIFICATION_PATH_LENGTH };
  return parameter(schema, CLASSIFICATION_PATH_EXPECTED, (raw) => readPath(raw) ?? undefined);
}
