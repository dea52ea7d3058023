import type { RenderedBody } from "../../http/response/body.ts";
import { readClassificationNode } from "../../services/classification.ts";
import { listActualites, type NewsDeps } from "../../services/news/list.ts";
import { feedPath } from "../addresses.ts";
import { renderPage } from "../answer.ts";
import { Page } from "../layout.tsx";
import { NewsEntries } from "../news/entries.tsx";
import { ClassificationEntries, countDocuments } from "../plan/entries.tsx";
import { SearchForm } from "../search-form.tsx";

const LATEST = { query: null, depuis: null, domaine: null, boiId: null, limit: 5, offset: 0 };

/** The entry of the site: the search box, the series of the classification, the latest actualités. */
export async function homePage(deps: NewsDeps): Promise<RenderedBody> {
  const { children } = await readClassificationNode(deps.database, "");
  const { actualites } = await listActualites(deps, LATEST);
  const total = children.reduce((sum, node) => sum + node.documents, 0);
  return renderPage(
    <Page
      title="Consultation du BOFiP-Impôts"
      description="La doctrine fiscale française par document, version et paragraphe."
      canonical={`${deps.publicUrl()}/`}
      feed={feedPath("")}
      section="recherche"
      hasSearch={false}
    >
      <div class="home">
        <div>
          <h1>La doctrine fiscale, document par document</h1>
          <p class="lead">
            {countDocuments(total)} en vigueur du BOFiP-Impôts, avec leurs versions, leurs renvois et une
            citation par paragraphe.
          </p>
        </div>
        <SearchForm />
        <section aria-labelledby="series">
          <h2 id="series">Par série</h2>
          <ClassificationEntries nodes={children} />
        </section>
        {actualites.length === 0 ? null : (
          <section aria-labelledby="actualites">
            <h2 id="actualites">Dernières actualités</h2>
            <NewsEntries news={actualites} />
            <p>
              <a href="/actualites">Toutes les actualités</a> · <a href="/journal">Journal des changements</a>
            </p>
          </section>
        )}
        <section aria-labelledby="api">
          <h2 id="api">Pour vos logiciels</h2>
          <p>
            Recherche exacte, par le sens ou hybride, renvois, versions et changements en JSON :{" "}
            <a href="/docs">l'API et sa documentation</a>, ou <a href="/docs/mcp">un modèle de langue</a>.
          </p>
        </section>
      </div>
    </Page>,
  );
}
