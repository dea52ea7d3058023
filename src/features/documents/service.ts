import { setImmediate as nextTurn } from "node:timers/promises";
import { compareIdentifiers, subjectOf } from "../../../bofip/identifiers/identifier.ts";
import { precisionsOf, type CitedArticle as StoredArticle } from "../../../bofip/law/citation.ts";
import { rescritParts } from "../../../bofip/rescrits/parts.ts";
import { countTables } from "../../../bofip/tables/read-tables.ts";
import { fingerprint } from "../../../bofip/text/characters.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { type CitedEdition, readCitedEditions } from "../../../db/queries/citations/editions.ts";
import { readSeriesDocuments } from "../../../db/queries/classification.ts";
import type { StoredDocument } from "../../../db/queries/documents.ts";
import type { ClassificationLevel, Notice } from "../../../db/queries/texts/edition-columns.ts";
import type { Statut } from "../../../db/schema/documents.ts";
import { step } from "../../../db/tracing/span.ts";
import { ParagraphAnchors } from "../../pages/addresses.ts";
import type { AskedText } from "../../schemas/parameters/asked-text.ts";
import {
  askedDay,
  consultationsOf,
  type EditionDeps,
  editionOf,
  knownEditionOf,
  placeOfParagraph,
  type Site,
} from "../../texts/edition.ts";
import { findEveryText, findText } from "../../texts/find-text.ts";
import { articlesOfDay, type LawOnDay, lawCoverage } from "../../texts/law-of-day.ts";
import { citedLawAnswer, identify } from "../law/service.ts";
import type { CitedArticle, DocumentText, Ending, FullDocument, StateOnDay } from "./answer.ts";

export interface DocumentDeps extends EditionDeps {
  readonly database: Database;
}

/** Characters of HTML beyond which the parts of an answer are made in turns of their own: the longest has 1.3 million. */
const LONG = 200_000;

/** A whole text of a document. @throws {ApiError} as `findText` */
export async function readDocument(
  deps: DocumentDeps,
  boiId: string,
  asked: AskedText,
): Promise<DocumentText> {
  const stored = await step("texts", {}, () => findText(deps.database, boiId, asked));
  const day = asked.kind === "day" ? asked.date : null;
  return {
    ...(await documentAnswer(deps, stored, askedDay(asked))),
    ...(asked.kind === "wording" ? await everyEdition(deps, boiId, asked.empreinte) : {}),
    ...(day === null ? {} : { references: await datedReferences(deps.database, stored, day) }),
  };
}

/** A document with the law of the day of the articles that it cites. */
export async function withLawOfDay(
  database: Database,
  document: DocumentText,
  on: LawOnDay,
): Promise<FullDocument> {
  const { articles, date_publication: since } = document;
  const [told = []] = await articlesOfDay(database, [{ articles, since }], on);
  return { ...document, articles: told, ...lawCoverage(on.law) };
}

/** A text by the contract's names; a long one over several turns. `day` that was asked for; null for none. */
export async function documentAnswer(
  deps: EditionDeps,
  stored: StoredDocument,
  day: string | null,
): Promise<DocumentText> {
  const isLong = stored.contenu_html.length > LONG;
  if (isLong) await nextTurn();
  const tables = countTables(stored.contenu_html);
  if (isLong) await nextTurn();
  const answer = answerOf(deps, stored, day, tables);
  if (isLong) await nextTurn();
  return answer;
}

type TableCounts = ReturnType<typeof countTables>;

function answerOf(
  deps: EditionDeps,
  stored: StoredDocument,
  day: string | null,
  tables: TableCounts,
): DocumentText {
  const { titre, type, domaine, division, statut, date_publication, date_mise_a_jour, url } = stored;
  return {
    boi_id: stored.boi_id,
    titre,
    type,
    domaine,
    division,
    matiere: subjectOf({ boiId: stored.boi_id, domaine, division }),
    statut,
    date_publication,
    date_mise_a_jour,
    texte_detenu: stored.texte_detenu,
    edition: knownEditionOf(deps, stored, day),
    url,
    contenu_html: stored.contenu_html,
    contenu_texte: stored.contenu_texte,
    ...(type === "rescrit" ? rescritParts(stored.contenu_texte) : {}),
    plan_classement: placeInClassification(stored.levels),
    references: stored.references,
    articles: stored.articles.map(articleAnswer),
    ...citedLawAnswer(stored.citedLaw),
    consultations: consultationsOf(stored),
    paragraphes: paragraphsOf(deps, stored, tables),
    paragraphes_reserves: stored.reserves,
    images: stored.images,
    renvois_internes: internalReferences(stored),
    ...(statut === "transfere" ? { transfere_vers: stored.transfere_vers } : {}),
    ...endingOf(stored),
  };
}

/** An article cited by a text, with the key of its code used in addresses. */
export function articleAnswer({ etendue, occurrences, ...cited }: StoredArticle): CitedArticle {
  const { texte, precision, paragraphes } = cited;
  return {
    ...identify(cited),
    texte,
    precision,
    precisions: [...precisionsOf(occurrences?.[0] ?? cited)],
    paragraphes,
    // A wording stored before occurrences were recorded has no such field.
    occurrences:
      occurrences?.map((occurrence) => ({ ...occurrence, precisions: [...precisionsOf(occurrence)] })) ??
      null,
    ...(etendue === null ? {} : { etendue }),
  };
}

/** The editions that share a text, when there are several. */
async function everyEdition(
  deps: DocumentDeps,
  boiId: string,
  empreinte: string,
): Promise<Pick<FullDocument, "editions">> {
  const texts = await findEveryText(deps.database, boiId, empreinte);
  return texts.length < 2 ? {} : { editions: texts.map((text) => editionOf(deps, text, null)) };
}

/** The numbered paragraphs of a text, each with its citation and its proof. */
function paragraphsOf(site: Site, stored: StoredDocument, tables: TableCounts): FullDocument["paragraphes"] {
  const anchors = new ParagraphAnchors();
  return stored.spans.map(({ numero, section, start, end }) => {
    const texte = stored.contenu_texte.slice(start, end);
    const empreinte = fingerprint(texte);
    const { citation } = placeOfParagraph(site, stored, { numero, empreinte });
    const tableaux = tables.get(numero) ?? 0;
    return { numero, section, texte, tableaux, ancre: anchors.next(numero), empreinte, citation };
  });
}

/** The references of a text to its own §, and whether they exist. */
function internalReferences({ renvois, spans }: StoredDocument): FullDocument["renvois_internes"] {
  const numeros = new Set(spans.map(({ numero }) => numero));
  return renvois.map((renvoi) => ({ ...renvoi, existe: numeros.has(renvoi.vers) }));
}

/** The documents that a text cites, each as it was on a day. */
async function datedReferences(
  database: Database,
  { references }: StoredDocument,
  day: string,
): Promise<FullDocument["references"]> {
  const editions = await readCitedEditions(
    database,
    references.map(({ boi_id }) => boi_id),
  );
  return references.map((reference) => ({
    ...reference,
    a_la_date: stateOn(editions.get(reference.boi_id) ?? [], day),
  }));
}

function placeInClassification(levels: readonly ClassificationLevel[]): FullDocument["plan_classement"] {
  return {
    chemin: levels.at(-1)?.chemin ?? "",
    niveaux: levels.map((level) => ({ chemin: level.chemin, titre: titleOf(level) })),
  };
}

/** A node without documents in force is named by the end of its own document's breadcrumb, or its segment. */
function titleOf({ chemin, label, titre }: ClassificationLevel): string {
  return label ?? titre?.split(" - ").at(-1) ?? chemin.slice(chemin.lastIndexOf("/") + 1);
}

/** A document's state on a day, by its stored editions, newest first; unknown before them. */
function stateOn(editions: readonly CitedEdition[], day: string): StateOnDay {
  const last = editions.find(({ date_debut }) => date_debut <= day);
  if (editions.length === 0) return { etat: "inconnue", date_debut: null, url: null };
  if (last === undefined) return { etat: "non_detenue", date_debut: null, url: null };
  if (last.date_fin !== null && last.date_fin <= day) return { etat: "retiree", date_debut: null, url: null };
  return { etat: "en_vigueur", date_debut: last.date_debut, url: last.url };
}

/** The end of a document or of an edition, from what is stored of it. */
export function endingOf(stored: {
  readonly statut: Statut;
  readonly transfere_vers: string | null;
  readonly notice: Notice | null;
}): Ending {
  const { statut, transfere_vers: first, notice } = stored;
  const avis = notice?.avis ?? null;
  if (statut === "retire") return { avis };
  if (statut !== "transfere") return {};
  // An edition not yet derived by this version has only its first target.
  const targets = notice?.transferts ?? [];
  return { avis, transferts: targets.length > 0 || first === null ? targets : [first] };
}

/** A document next to another in the plan. */
export interface Neighbour {
  readonly boiId: string;
  readonly titre: string;
}

export interface Neighbours {
  readonly previous: Neighbour | undefined;
  readonly next: Neighbour | undefined;
}

/** The documents in force before and after a document in the classification, within its series. */
export async function readNeighbours(database: Database, boiId: string): Promise<Neighbours> {
  const series = await readSeriesDocuments(database, boiId.split("-")[1] ?? "");
  const neighbours: { previous: Neighbour | undefined; next: Neighbour | undefined } = {
    previous: undefined,
    next: undefined,
  };
  for (const document of series) {
    const { previous, next } = neighbours;
    const side = compareIdentifiers(document.boiId, boiId);
    if (side < 0 && (previous === undefined || compareIdentifiers(previous.boiId, document.boiId) < 0))
      neighbours.previous = document;
    if (side > 0 && (next === undefined || compareIdentifiers(document.boiId, next.boiId) < 0))
      neighbours.next = document;
  }
  return neighbours;
}
