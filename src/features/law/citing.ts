import type { Static } from "@sinclair/typebox";
import type { FieldsOf } from "../../../bofip/law/cited/entries.ts";
import { type CitedKind, keyPart, readCitedLawKey } from "../../../bofip/law/cited/keys.ts";
import { compareNumbers } from "../../../bofip/paragraphs/paragraph-number.ts";
import {
  type CitingDocument,
  type LawKey,
  readKeysNear,
  readTextsCiting,
} from "../../../db/queries/cited-law/citing.ts";
import type { CitingNews } from "../../../db/queries/news.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { nextPage } from "../../http/kept-words.ts";
import type { CitingOfDecision, CitingOfNorme, CitingOfReponse, LawCitingDocument } from "./answer.ts";
import { type CitedLawDeps, decisionOf, knownFields, normeOf, reponseOf } from "./service.ts";

export interface LawCitingRequest {
  /** A key, as a caller may type it. */
  readonly cle: string;
  /** Of a norm, as a caller may type it; absent for all of it. */
  readonly article?: string | undefined;
  readonly limit: number;
  readonly offset: number;
  /** Path of this page, with its parameters. */
  readonly path: string;
}

/**
 * A decision, one page of the documents in force that cite it, and the actualités that do.
 * @throws {ApiError} `law_not_cited`, with the nearest keys.
 */
export async function readCitedDecision(
  deps: CitedLawDeps,
  request: LawCitingRequest,
): Promise<Static<typeof CitingOfDecision>> {
  const { cle, champs, ...page } = await readCiting(deps, "decision", request);
  return { ...decisionOf(cle, champs), ...page };
}

/** Likewise, a norm. */
export async function readCitedNorme(
  deps: CitedLawDeps,
  request: LawCitingRequest,
): Promise<Static<typeof CitingOfNorme>> {
  const { cle, champs, ...page } = await readCiting(deps, "norme", request);
  return { ...normeOf(cle, champs), ...page };
}

/** Likewise, a ministerial answer. */
export async function readCitedReponse(
  deps: CitedLawDeps,
  request: LawCitingRequest,
): Promise<Static<typeof CitingOfReponse>> {
  const { cle, champs, ...page } = await readCiting(deps, "reponse", request);
  return { ...reponseOf(cle, champs), ...page };
}

interface Citing<Fields> {
  readonly cle: string;
  readonly champs: Fields;
  readonly total: number;
  readonly documents: LawCitingDocument[];
  readonly actualites: CitingNews[];
  readonly page_suivante: string | null;
}

async function readCiting<Genre extends CitedKind>(
  { database, publicUrl }: CitedLawDeps,
  genre: Genre,
  { cle: typed, path, article, ...page }: LawCitingRequest,
): Promise<Citing<FieldsOf<Genre>>> {
  const key = readCitedLawKey(typed);
  const cle = key?.kind === genre ? key.cle : keyPart(typed);
  const { total, variants, documents, actualites } = await readTextsCiting(
    database,
    { genre, cle, article: article === undefined ? null : normArticle(article) },
    page,
  );
  const champs = knownFields(variants);
  if (champs === null)
    throw notCited({ genre, cle: key?.cle ?? typed }, await readKeysNear(database, { genre, cle }));
  return {
    cle,
    champs,
    total,
    documents: documents.map(documentAnswer),
    actualites: [...actualites],
    page_suivante: nextPage(publicUrl() + path, { ...page, total }),
  };
}

/** « art. 1 » is « 1er », as texts write it. */
function normArticle(typed: string): string {
  const number = typed
    .toLowerCase()
    .replace(/^(?:article|art\.?)/, "")
    .replaceAll(" ", "");
  return number === "1" || number === "premier" ? "1er" : number;
}

function documentAnswer({
  paragraphes,
  role: _role,
  etendue: _range,
  ...document
}: CitingDocument): LawCitingDocument {
  const numbers = paragraphes.filter((numero) => numero !== null);
  return { ...document, paragraphes: [...new Set(numbers)].sort(compareNumbers) };
}

const KINDS: Readonly<Record<CitedKind, string>> = {
  decision: "la décision",
  norme: "la norme",
  reponse: "la réponse ministérielle",
};

function notCited({ genre, cle }: LawKey, proches: string[]): ApiError {
  const near = proches.length === 0 ? "" : ` ; les plus proches qui sont citées : ${proches.join(", ")}`;
  return new ApiError("law_not_cited", { kind: KINDS[genre], cle, proches: near }, { proches });
}
