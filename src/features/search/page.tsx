import type { ClassificationEntry } from "../../../db/queries/classification.ts";
import { readCoverage } from "../../../db/queries/coverage.ts";
import type { RenderedBody } from "../../http/response/body.ts";
import { classificationPagePath, feedPath } from "../../pages/addresses.ts";
import { renderPage } from "../../pages/answer.ts";
import { CoverageLine } from "../../pages/coverage-line.tsx";
import type { Child } from "../../pages/jsx/runtime.ts";
import { Page } from "../../pages/layout.tsx";
import { SearchForm } from "../../pages/search-form.tsx";
import { JournalEntries } from "../journal/entries.tsx";
import { FirstLoadLine } from "../journal/first-load.tsx";
import { latestChanges } from "../journal/service.ts";
import { NewsEntries } from "../news/entries.tsx";
import { listActualites, type NewsDeps } from "../news/service.ts";
import { countDocuments } from "../plan/entries.tsx";
import { readClassificationNode } from "../plan/service.ts";

const LATEST = 5;
const LATEST_NEWS = { query: null, depuis: null, domaine: null, boiId: null, limit: LATEST, offset: 0 };

/** The home page: the search box, the latest changes, the series of the classification. */
export async function homePage(deps: NewsDeps): Promise<RenderedBody> {
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
