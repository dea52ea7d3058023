import { parisDay } from "../../../bofip/days/paris-day.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { DOCUMENT_TYPES } from "../../../db/schema/documents.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer } from "../../http/response/body.ts";
import { redirectTo } from "../../pages/answer.ts";
import { readDay } from "../../pages/asked-day.ts";
import { answerCached, type PageContext } from "../../pages/context.ts";
import { readPageNumber } from "../../pages/paging.tsx";
import type { SearchBranch } from "../../pages/search-form.tsx";
import {
  CLASSIFICATION_PATH_EXPECTED,
  readClassificationPath,
} from "../../schemas/parameters/classification-path.ts";
import { readClassificationTrail } from "../plan/service.ts";
import { readNamedThing } from "./named-thing.ts";
import { homePage } from "./page.tsx";
import { resultsPage } from "./results.tsx";

const MIN_LENGTH = 2;
const MAX_LENGTH = 200;

/** As written in the address. */
interface AskedHome {
  readonly q?: string | undefined;
  /** Node of the plan that the search is restricted to. */
  readonly chemin?: string | undefined;
  /** Day whose editions are searched; empty for today. */
  readonly date?: string | undefined;
  /** Series, and kind of the documents. */
  readonly domaine?: string | undefined;
  readonly type?: string | undefined;
  /** `date` for the latest editions first. */
  readonly tri?: string | undefined;
  /** From 1, of all the documents that contain all the words. */
  readonly page?: string | undefined;
}

/**
 * The home page or, for a query, the documents whose texts match; a reference redirects straight to the page of what it
 * names, or of its document when that edition or that § is not held.
 * @throws {ApiError} `invalid_parameter` for a query that is too long, what is not a node or not a day.
 */
export async function showHome(
  context: PageContext,
  { q: written = "", chemin = "", date = "", domaine, type, tri, page }: AskedHome,
): Promise<Response | RenderedAnswer> {
  const q = written.trim();
  const { database } = context;
  if (q.length < MIN_LENGTH) return await answerCached(context, "/", () => homePage(context));
  if (q.length > MAX_LENGTH) {
    const reason = `Le texte cherché compte plus de ${MAX_LENGTH} caractères.`;
    throw new ApiError("invalid_parameter", { reason });
  }
  const named = await readNamedThing(context, q);
  if (named !== null && named.path !== null) return redirectTo(named.path, 303);
  const day = date === "" ? null : readDay(date, parisDay(context.clock()));
  return await resultsPage(context, q, {
    branch: await readBranch(database, chemin),
    day,
    domaine: readChoice("domaine", domaine, context.domains.codes()),
    type: readChoice("type", type, DOCUMENT_TYPES),
    order: readChoice("tri", tri, ["date"]),
    page: page === undefined ? null : readPageNumber(page, "/"),
  });
}

/** One of a few words of an address; null when it is absent. @throws {ApiError} `invalid_parameter` for another. */
function readChoice<Word extends string>(
  name: string,
  written: string | undefined,
  words: readonly Word[],
): Word | null {
  if (written === undefined || written === "") return null;
  const found = words.find((word) => word === written);
  if (found !== undefined) return found;
  const reason = `Dans l'adresse, « ${name} » attend l'une des valeurs ${words.join(", ")}.`;
  throw new ApiError("invalid_parameter", { reason });
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
