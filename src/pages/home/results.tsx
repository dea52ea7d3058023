import type { RenderedBody } from "../../http/response/body.ts";
import type { SearchHit, SearchWarning } from "../../schemas/answers/search.ts";
import { type FoundTexts, searchTexts, type TextSearchDeps } from "../../services/hybrid/texts.ts";
import { suggestTitles } from "../../services/suggestions.ts";
import { consultationPath, paragraphAnchor } from "../addresses.ts";
import { renderPage } from "../answer.ts";
import { trusted } from "../jsx/runtime.ts";
import { Page } from "../layout.tsx";
import { SearchForm } from "../search-form.tsx";
import { TitleList } from "./titles.tsx";

const MAX_RESULTS = 10;
const MAX_TITLES = 10;

/** The documents whose texts answer to `q`, each with its best passage; when there is none, titles like it. */
export async function resultsPage(deps: TextSearchDeps, q: string): Promise<RenderedBody> {
  const found = await searchTexts(deps, q, MAX_RESULTS);
  const isNothing = found.results.length === 0;
  const titles = isNothing ? (await suggestTitles(deps, { q, limit: MAX_TITLES })).suggestions : [];
  return renderPage(
    <Page title={`« ${q} »`} section="recherche" hasSearch={false}>
      <div class="home">
        <h1>{isNothing ? "Rien trouvé dans les textes" : "Documents trouvés"}</h1>
        <SearchForm q={q} />
        <Count found={found} />
        <Warnings warnings={found.warnings} />
        {isNothing ? <WhatToTry /> : <Hits hits={found.results} />}
        {titles.length === 0 ? null : (
          <section aria-labelledby="titres">
            <h2 id="titres">Titres proches</h2>
            <TitleList documents={titles} />
          </section>
        )}
      </div>
    </Page>,
  );
}

function Count({ found: { by, results, total } }: { readonly found: FoundTexts }) {
  const shown = results.length;
  if (shown === 0) return null;
  const counted = total === null ? null : `${wordedTotal(total)}. `;
  return (
    <p class="search-count">
      {counted}
      {by === "words and meaning"
        ? `Voici les ${shown} qui répondent le mieux, par leurs mots et par leur sens ; les premiers ne répondent pas forcément.`
        : `Voici les ${shown} premiers${by === "exact" ? "" : " : la recherche par le sens est indisponible"}.`}
    </p>
  );
}

function wordedTotal(total: number): string {
  if (total === 0) return "Aucun document ne porte tous ces mots";
  return total === 1
    ? "1 document porte tous ces mots"
    : `${total.toLocaleString("fr-FR")} documents portent tous ces mots`;
}

/** A question is asked as it is here: the API alone has something to say of it. */
function Warnings({ warnings }: { readonly warnings: readonly SearchWarning[] }) {
  const useful = warnings.filter(({ code }) => code !== "question");
  if (useful.length === 0) return null;
  return (
    <ul class="plain-list">
      {useful.map(({ message, essayer }) => (
        <li>
          {message}{" "}
          {essayer === null ? null : (
            <>
              Essayez <a href={`/?q=${encodeURIComponent(essayer)}`}>{essayer}</a>.
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function Hits({ hits }: { readonly hits: readonly SearchHit[] }) {
  return (
    <ol class="entries">
      {hits.map(({ boi_id: boiId, titre, paragraphe, extrait }) => (
        <li>
          <a class="entry" href={`${consultationPath(boiId)}${anchorOf(paragraphe)}`}>
            <span class="entry-title">{titre}</span>
            <span class="entry-detail identifier">
              {boiId}
              {paragraphe === null ? "" : `, § ${paragraphe}`}
            </span>
          </a>
          <p class="entry-excerpt">{trusted(extrait)}</p>
        </li>
      ))}
    </ol>
  );
}

function anchorOf(paragraphe: string | null): string {
  return paragraphe === null ? "" : `#${paragraphAnchor(paragraphe)}`;
}

function WhatToTry() {
  return (
    <div>
      <p>Aucun document en vigueur ne répond. Vous pouvez :</p>
      <ul>
        <li>enlever des mots : chacun de ceux d'une requête exacte est exigé ;</li>
        <li>dire la même chose autrement, ou poser la question entière, en français courant ;</li>
        <li>
          remplacer un mot par son début et une étoile (« exonér* »), ou proposer un choix (« don OU legs ») ;
        </li>
        <li>
          parcourir le <a href="/plan">plan de classement</a>.
        </li>
      </ul>
    </div>
  );
}
