import type { Database } from "../../../db/postgres/database.ts";
import type { RenderedBody } from "../../http/response/body.ts";
import { readPlanNode } from "../../services/plan.ts";
import { renderPage } from "../answer.ts";
import { Page } from "../layout.tsx";
import { countDocuments, PlanEntries } from "../plan/entries.tsx";
import { SearchForm } from "../search-form.tsx";

/** The entry of the site: the search box and the series of the plan. */
export async function homePage(database: Database, publicUrl: string): Promise<RenderedBody> {
  const { children } = await readPlanNode(database, "");
  const total = children.reduce((sum, node) => sum + node.documents, 0);
  return renderPage(
    <Page
      title="Consultation du BOFiP-Impôts"
      description="La doctrine fiscale française par document, version et paragraphe."
      canonical={`${publicUrl}/`}
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
          <PlanEntries nodes={children} />
        </section>
        <section aria-labelledby="api">
          <h2 id="api">Pour vos logiciels</h2>
          <p>
            Recherche dans les textes, par mots ou par le sens, renvois, versions et changements en JSON :{" "}
            <a href="/docs">l'API et sa documentation</a>, ou <a href="/docs/mcp">un modèle de langue</a>.
          </p>
        </section>
      </div>
    </Page>,
  );
}
