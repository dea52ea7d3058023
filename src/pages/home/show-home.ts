import { type Reference, readReference } from "../../../bofip/citations/reference.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readGraphDocuments } from "../../../db/queries/graph.ts";
import { readVersions } from "../../../db/queries/versions.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer } from "../../http/response/body.ts";
import {
  CLASSIFICATION_PATH_EXPECTED,
  readClassificationPath,
} from "../../schemas/parameters/classification-path.ts";
import { readClassificationTrail } from "../../services/classification.ts";
import { consultationPath, paragraphAnchor } from "../addresses.ts";
import { redirectTo } from "../answer.ts";
import { answerCached, type PageContext } from "../context.ts";
import type { SearchBranch } from "../search-form.tsx";
import { homePage } from "./page.tsx";
import { resultsPage } from "./results.tsx";

const MIN_LENGTH = 2;
const MAX_LENGTH = 200;

/**
 * The home page or, for a query, the documents whose texts match; an identifier redirects straight to its document,
 * in force or not, and to the § or the edition that follows it.
 * @param written the query and the node of the plan that it is restricted to, as written in the address.
 * @throws {ApiError} `invalid_parameter` for a query that is too long or what is not a node.
 */
export async function showHome(
  context: PageContext,
  { q: written = "", chemin = "" }: { readonly q?: string | undefined; readonly chemin?: string | undefined },
): Promise<Response | RenderedAnswer> {
  const q = written.trim();
  const { database } = context;
  if (q.length < MIN_LENGTH) return await answerCached(context, "/", () => homePage(context));
  if (q.length > MAX_LENGTH) {
    const reason = `Le texte cherché compte plus de ${MAX_LENGTH} caractères.`;
    throw new ApiError("invalid_parameter", { reason });
  }
  const reference = readReference(q);
  if (reference !== null && (await readGraphDocuments(database, [reference.boiId])).length > 0) {
    return redirectTo(await pathOf(database, reference), 303);
  }
  return await resultsPage(context, q, await readBranch(database, chemin));
}

/** The path of the edition that began on the named day, when there is one, at the named §. */
async function pathOf(database: Database, { boiId, date, paragraphe }: Reference): Promise<string> {
  const versions = date === null ? [] : await readVersions(database, boiId);
  const edition = versions.some((version) => version.date_publication === date) ? date : null;
  const anchor = paragraphe === null ? "" : `#${paragraphAnchor(paragraphe)}`;
  return consultationPath(boiId, edition) + anchor;
}

/**
 * Parses the branch of the plan in an address; null for the whole plan.
 * @throws {ApiError} `invalid_parameter` for what can't be a node of the plan.
 */
async function readBranch(database: Database, written: string): Promise<SearchBranch | null> {
  const chemin = readClassificationPath(written);
  if (chemin === null) {
    const reason = `Dans l'adresse, « chemin » attend ${CLASSIFICATION_PATH_EXPECTED}.`;
    throw new ApiError("invalid_parameter", { reason });
  }
  const node = (await readClassificationTrail(database, chemin)).at(-1);
  return node === undefined ? null : { chemin, titre: node.titre };
}
