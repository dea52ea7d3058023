import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedBody } from "../../http/response/body.ts";
import { lawListPath, lawPath } from "../../pages/addresses.ts";
import { renderPage } from "../../pages/answer.ts";
import { Page } from "../../pages/layout.tsx";
import { CitingEntries } from "../../pages/lists/citing-entries.tsx";
import { timesAndPlace } from "../../pages/lists/how-cited.ts";
import { PageLinks } from "../../pages/paging.tsx";
import { CitingNews } from "../news/entries.tsx";
import { countDocuments } from "../plan/entries.tsx";
import type { CitingLaw, LawPages } from "./kinds.ts";
import type { CitedLawDeps } from "./service.ts";

const DOCUMENTS_A_PAGE = 100;

/**
 * A page of the documents in force that cite a decision, a norm or an answer, and the actualités that do.
 * @param page from 1.
 * @throws {ApiError} `law_not_cited`; `unknown_route` beyond the last page.
 */
export async function lawPage(
  deps: CitedLawDeps,
  { genre, title, read }: LawPages,
  cle: string,
  page: number,
): Promise<RenderedBody> {
  const path = lawPath(genre, cle, page);
  const place = { limit: DOCUMENTS_A_PAGE, offset: (page - 1) * DOCUMENTS_A_PAGE };
  const { name, url, total, documents, actualites } = await read(deps, { cle, ...place, path });
  if (documents.length === 0 && page > 1) throw new ApiError("unknown_route", { path });
  return renderPage(
    <Page
      title={name}
      description={`La doctrine fiscale en vigueur qui cite : ${name}.`}
      canonical={deps.publicUrl() + path}
      section="decisions"
    >
      <div class="plan">
        <h1 class="plan-title">{name}</h1>
        <p>
          <a href={lawListPath(genre)}>{title}</a>
          {url === null ? null : (
            <>
              {" · "}
              <a href={url} rel="external">
                Page officielle
              </a>
            </>
          )}
        </p>
        <Documents documents={documents} total={total} />
        <PageLinks
          page={page}
          last={Math.max(1, Math.ceil(total / DOCUMENTS_A_PAGE))}
          pathOf={(other) => lawPath(genre, cle, other)}
          before="Précédents"
          after="Suivants"
        />
        <CitingNews news={actualites} />
      </div>
    </Page>,
  );
}

function Documents({ documents, total }: Pick<CitingLaw, "documents" | "total">) {
  if (total === 0) return <p>Aucun document en vigueur ne la cite.</p>;
  return (
    <section aria-labelledby="documents">
      <h2 id="documents">Dans {countDocuments(total)} en vigueur</h2>
      <CitingEntries documents={documents} note={timesAndPlace} />
    </section>
  );
}
