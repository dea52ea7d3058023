import { parisDay } from "../../../bofip/days/days.ts";
import type { Database } from "../../../db/postgres/database.ts";
import type { ClassificationEntry } from "../../../db/queries/classification.ts";
import { readCoverage } from "../../../db/queries/corpus.ts";
import { DOCUMENT_TYPES } from "../../../db/schema/documents.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer, RenderedBody } from "../../http/response/body.ts";
import { classificationPagePath, feedPath } from "../../pages/addresses.ts";
import { answerCached, type PageContext, redirectTo, renderPage } from "../../pages/answer.ts";
import { readDay } from "../../pages/asked-address.ts";
import type { Child } from "../../pages/jsx/runtime.ts";
import { CoverageLine, Page, type SearchBranch, SearchForm } from "../../pages/layout.tsx";
import { FirstLoadLine, JournalEntries, NewsEntries } from "../../pages/lists/received.tsx";
import { countDocuments, readPageNumber } from "../../pages/paging.tsx";
import { readNamedThing } from "../../questions/named-thing.ts";
import { CLASSIFICATION_PATH_EXPECTED, readClassificationPath } from "../../schemas/parameters/filters.ts";
import { latestChanges } from "../journal/service.ts";
import { listActualites, type NewsDeps } from "../news/service.ts";
import { readClassificationNode, readClassificationTrail } from "../plan/service.ts";
import { resultsPage } from "./results.tsx";

const MIN_LENGTH = 2;
const MAX_LENGTH = 200;

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

/** Null for the whole plan. @throws {ApiError} `invalid_parameter` for what can't be a node of the plan */
async function readBranch(database: Database, written: string): Promise<SearchBranch | null> {
  const chemin = readClassificationPath(written);
  if (chemin === null) {
    const reason = `Dans l'adresse, « chemin » attend ${CLASSIFICATION_PATH_EXPECTED}.`;
    throw new ApiError("invalid_parameter", { reason });
  }
  const node = (await readClassificationTrail(database, chemin)).at(-1);
  return node === undefined ? null : { chemin, titre: node.titre };
}

const LATEST = 5;
const LATEST_NEWS = { query: null, depuis: null, domaine: null, boiId: null, limit: LATEST, offset: 0 };

/** The home page: the search box, the latest changes, the series of the classification. */
async function homePage(deps: NewsDeps): Promise<RenderedBody> {
  // Read first: what is read afterwards is at least as recent.
  const { until } = await readCoverage(deps.database);
  const [{ children }, { actualites }, { firstLoad, changes }] = await Promise.all([
    readClassificationNode(deps.database, ""),
    listActualites(deps, LATEST_NEWS),
    latestChanges(deps.database, LATEST),
  ]);
  const total = children.reduce((sum, node) => sum + node.documents, 0);
  return renderPage(
    <Page
      title="Consultation du BOFiP-Impôts"
      description="La doctrine fiscale française par document, édition et paragraphe."
      canonical={`${deps.publicUrl()}/`}
      feed={feedPath("")}
      section="recherche"
      hasSearch={false}
    >
      <div class="home">
        <div>
          <h1>Chercher dans la doctrine fiscale</h1>
          <SearchForm />
          <p class="lead">
            {countDocuments(total)} en vigueur du BOFiP-Impôts, avec leurs éditions, leurs renvois et une
            citation par paragraphe.
          </p>
          <CoverageLine until={until} />
        </div>
        <div class="home-news">
          {changes.length === 0 && firstLoad === null ? null : (
            <Latest id="changements" title="Derniers changements" more={["/journal", "Tout le journal"]}>
              {changes.length === 0 && firstLoad !== null ? (
                <FirstLoadLine firstLoad={firstLoad} isFollowed={false} />
              ) : (
                <JournalEntries entries={changes} />
              )}
            </Latest>
          )}
          {actualites.length === 0 ? null : (
            <Latest
              id="actualites"
              title="Dernières actualités"
              more={["/actualites", "Toutes les actualités"]}
            >
              <NewsEntries news={actualites} />
            </Latest>
          )}
        </div>
        {children.length === 0 ? null : (
          <section aria-labelledby="plan">
            <h2 id="plan">Parcourir le plan de classement</h2>
            <Domains nodes={children} />
          </section>
        )}
        <section aria-labelledby="api">
          <h2 id="api">Pour vos logiciels</h2>
          <p>
            Recherche exacte, par le sens ou hybride, renvois, éditions et changements en JSON :{" "}
            <a href="/docs">l'API et sa documentation</a>, ou <a href="/docs/agents">un modèle de langue</a>.
          </p>
        </section>
      </div>
    </Page>,
  );
}

interface LatestProps {
  readonly id: string;
  readonly title: string;
  /** Path and words of the link to all of them. */
  readonly more: readonly [href: string, words: string];
  readonly children: Child;
}

function Latest({ id, title, more: [href, words], children }: LatestProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
      <p>
        <a href={href}>{words}</a>
      </p>
    </section>
  );
}

/** The series, in the order of the plan, each with its number of documents in force; in columns. */
function Domains({ nodes }: { readonly nodes: readonly ClassificationEntry[] }) {
  return (
    <ul class="domains">
      {nodes.map(({ chemin, segment, titre, documents }) => (
        <li>
          <a class="domain" href={classificationPagePath(chemin)}>
            <span class="identifier">{segment}</span> <span class="entry-title">{titre}</span>{" "}
            <span class="domain-count">
              {documents.toLocaleString("fr-FR")}
              <span class="visually-hidden"> document{documents > 1 ? "s" : ""}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
