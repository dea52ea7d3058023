import type { FullTextReader } from "../../../db/fulltext/port.ts";
import type { Database } from "../../../db/postgres/database.ts";
import type { DocumentTitle } from "../../../db/queries/hits.ts";
import type { RenderedBody } from "../../http/response/body.ts";
import { isQuestion } from "../../services/search-warnings/french-question.ts";
import { suggestTitles } from "../../services/suggestions.ts";
import { consultationPath } from "../addresses.ts";
import { renderPage } from "../answer.ts";
import { Page } from "../layout.tsx";
import { SearchForm } from "../search-form.tsx";

const MAX_RESULTS = 30;

/** The documents whose titles resemble `q` or whose identifiers begin so. */
export async function resultsPage(
  deps: { readonly database: Database; readonly fulltext: FullTextReader },
  q: string,
): Promise<RenderedBody> {
  const { suggestions } = await suggestTitles(deps, { q, limit: MAX_RESULTS });
  return renderPage(
    <Page title={`« ${q} »`} section="recherche" hasSearch={false}>
      <div class="home">
        <h1>Documents trouvés</h1>
        <SearchForm q={q} />
        <Results q={q} documents={suggestions} />
      </div>
    </Page>,
  );
}

function Results({ q, documents }: { readonly q: string; readonly documents: readonly DocumentTitle[] }) {
  if (documents.length === 0) {
    return (
      <p>
        Aucun titre de document en vigueur ne ressemble à « {q} ». Essayez d'autres mots du titre, ou
        parcourez le <a href="/plan">plan de classement</a>. La recherche dans le texte des documents se fait
        par l'
        <a href="/docs">API</a>
        {isQuestion(q) ? ", à qui une question se pose telle quelle : c'est la recherche par le sens" : ""}.
      </p>
    );
  }
  return (
    <ol class="entries">
      {documents.map(({ boi_id: boiId, titre }) => (
        <li>
          <a class="entry" href={consultationPath(boiId)}>
            <span class="entry-title">{titre}</span>
            <span class="entry-detail identifier">{boiId}</span>
          </a>
        </li>
      ))}
    </ol>
  );
}
