import { frenchDate } from "../../../bofip/days/french-date.ts";
import type { RenderedBody } from "../../http/response/body.ts";
import { consultationPath, lawPath, newsPath } from "../../pages/addresses.ts";
import { renderPage } from "../../pages/answer.ts";
import { trusted } from "../../pages/jsx/runtime.ts";
import { Page } from "../../pages/layout.tsx";
import { CitedLawLists } from "../../pages/lists/cited-law.tsx";
import { DocumentEntry } from "../../pages/lists/document-entry.tsx";
import { SCOPE_LABELS, STATUT_LABELS } from "../../pages/statut.ts";
import { renderBody } from "../documents/page/body.ts";
import { deducedWords } from "../journal/event-labels.ts";
import type { News } from "./answer.ts";
import { type NewsDeps, readActualite } from "./service.ts";

/** The page of an actualité. @throws {ApiError} `unknown_news` when it is not stored. */
export async function newsItemPage(
  deps: Pick<NewsDeps, "database" | "publicUrl">,
  id: string,
): Promise<RenderedBody> {
  const news = await readActualite(deps, id);
  const named = new Map(news.documents.map((document) => [document.boi_id, document]));
  const cited = citedKeys(news);
  const { html } = renderBody(news.contenu_html, {
    citations: new Map(),
    path: newsPath(id),
    citedBy: () => null,
    changedSince: () => null,
    findArticle: () => null,
    findLaw: (genre, cle) => (cited.has(`${genre} ${cle}`) ? lawPath(genre, cle) : null),
    find(boiId) {
      const document = named.get(boiId);
      return document === undefined || document.titre === null ? null : { boiId, titre: document.titre };
    },
  });
  return renderPage(<NewsPage news={news} html={html} />);
}

/** What it cites by a key: each has a page. */
function citedKeys({ decisions, normes, reponses }: News): ReadonlySet<string> {
  const named = { decision: decisions, norme: normes, reponse: reponses };
  return new Set(
    Object.entries(named).flatMap(([genre, cited]) => cited.map(({ cle }) => `${genre} ${cle}`)),
  );
}

function NewsPage({ news, html }: { readonly news: News; readonly html: string }) {
  const { id, titre, url, documents } = news;
  return (
    <Page title={titre} description={`${titre} (${id}).`} canonical={url} section="actualites">
      <article>
        <header class="document-head">
          <h1 class="document-title">{titre}</h1>
          <Facts news={news} />
        </header>
        {/* `renderBody` writes only an allowlist of tags. */}
        <div class="doctrine">{trusted(html)}</div>
      </article>
      {documents.length === 0 ? null : (
        <section aria-labelledby="documents">
          <h2 id="documents">Documents nommés</h2>
          <NamedDocuments documents={documents} />
        </section>
      )}
      <CitedLawLists cited={news} />
    </Page>
  );
}

function Facts({ news }: { readonly news: News }) {
  const {
    id,
    date,
    url,
    portee_annoncee: scope,
    portee_deduite: deduced,
    consultation_publique: consultation,
  } = news;
  return (
    <ul class="facts">
      <li>{frenchDate(date)}</li>
      <li class="identifier">{id}</li>
      {scope === null ? null : <li>Portée annoncée : {SCOPE_LABELS[scope]}</li>}
      {deduced === null ? null : <li>{sentence(deducedWords(deduced))}</li>}
      {consultation === null ? null : (
        <li>
          Consultation publique du {frenchDate(consultation.debut)} au {frenchDate(consultation.fin)}
        </li>
      )}
      <li>
        <a href={url} rel="external">
          Publication officielle
        </a>
      </li>
    </ul>
  );
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function NamedDocuments({ documents }: Pick<News, "documents">) {
  return (
    <ul class="entries">
      {documents.map(({ boi_id: boiId, titre, statut }) => (
        <li>
          {titre === null || statut === null ? (
            <span class="entry">
              <span class="identifier">{boiId}</span> <span class="quiet">absent du corpus</span>
            </span>
          ) : (
            <DocumentEntry
              href={consultationPath(boiId)}
              titre={titre}
              boiId={boiId}
              notes={[STATUT_LABELS[statut].toLowerCase()]}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
