import { type CitedKind, readCitedLawKey } from "../../../bofip/law/cited/keys.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer, RenderedBody } from "../../http/response/body.ts";
import { LAW_CLASS, lawListPath, lawPath } from "../../pages/addresses.ts";
import { answerCached, type PageContext, redirectTo, renderPage } from "../../pages/answer.ts";
import { Page } from "../../pages/layout.tsx";
import { CitingEntries } from "../../pages/lists/citing-entries.tsx";
import { timesAndPlace } from "../../pages/lists/how-cited.ts";
import { CitingNews } from "../../pages/lists/received.tsx";
import { countDocuments, PageLinks, readPageNumber } from "../../pages/paging.tsx";
import { type CitingLaw, LAW_PAGES, type LawPages } from "./kinds.ts";
import type { CitedLawDeps } from "./service.ts";

type Query = Readonly<Record<string, string | undefined>>;

/**
 * The list of the decisions, the norms or the answers that documents in force cite.
 * @throws {ApiError} `unknown_route` for a page, or a class, that does not exist.
 */
export async function showLawList(
  context: PageContext,
  genre: CitedKind,
  query: Query,
): Promise<RenderedAnswer> {
  const classe = query[LAW_CLASS[genre]] ?? null;
  const page = readPageNumber(query["page"], lawListPath(genre));
  const path = lawListPath(genre, classe, page);
  if (classe !== null && !Object.hasOwn(LAW_PAGES[genre].classes, classe))
    throw new ApiError("unknown_route", { path });
  return await answerCached(context, path, () => lawListPage(context, LAW_PAGES[genre], classe, page));
}

/**
 * The page of one of them: the documents that cite it. Other writings of its key redirect to it.
 * @throws {ApiError} `law_not_cited`; `unknown_route` for a page of the list that does not exist.
 */
export async function showLaw(
  context: PageContext,
  genre: CitedKind,
  { cle: written = "", page: writtenPage }: Query,
): Promise<Response | RenderedAnswer> {
  const key = readCitedLawKey(written);
  const cle = key?.kind === genre ? key.cle : written;
  const page = readPageNumber(writtenPage, lawPath(genre, cle));
  const path = lawPath(genre, cle, page);
  if (cle !== written) return redirectTo(path, 308);
  return await answerCached(context, path, () => lawPage(context, LAW_PAGES[genre], cle, page));
}

const DOCUMENTS_A_PAGE = 100;

/**
 * A page of the documents in force that cite a decision, a norm or an answer, and the actualités that do.
 * @param page from 1.
 * @throws {ApiError} `law_not_cited`; `unknown_route` beyond the last page.
 */
async function lawPage(
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

const ENTRIES_A_PAGE = 100;

/**
 * A page of what documents in force and actualités cite of a kind, the most cited first.
 * @param classe a court, a kind of norm or a chamber; null for all.
 * @param page from 1.
 * @throws {ApiError} `unknown_route` beyond the last page.
 */
async function lawListPage(
  deps: CitedLawDeps,
  kind: LawPages,
  classe: string | null,
  page: number,
): Promise<RenderedBody> {
  const { genre, title, classes } = kind;
  const path = lawListPath(genre, classe, page);
  const place = { limit: ENTRIES_A_PAGE, offset: (page - 1) * ENTRIES_A_PAGE };
  const { total, entries } = await kind.list(deps, { classe, domaine: null, ...place, path });
  if (page > 1 && entries.length === 0) throw new ApiError("unknown_route", { path });
  const name = classe === null ? title : `${title} : ${classes[classe] ?? classe}`;
  return renderPage(
    <Page
      title={name}
      description={`${name} par la doctrine fiscale en vigueur, avec les documents qui les citent.`}
      canonical={deps.publicUrl() + path}
      section="decisions"
    >
      <div class="plan">
        <h1 class="plan-title">{name}</h1>
        <Others genre={genre} />
        <Classes kind={kind} classe={classe} />
        <section aria-labelledby="liste">
          <h2 id="liste">
            {total} entrée{total > 1 ? "s" : ""}, la plus citée d'abord
          </h2>
          <ul class="plain-list">
            {entries.map(({ cle, name: entry, documents, actualites }) => (
              <li>
                {cle === null ? entry : <a href={lawPath(genre, cle)}>{entry}</a>}{" "}
                <span class="quiet">{countCiting(documents, actualites)}</span>
              </li>
            ))}
          </ul>
          <PageLinks
            page={page}
            last={Math.max(1, Math.ceil(total / ENTRIES_A_PAGE))}
            pathOf={(other) => lawListPath(genre, classe, other)}
            before="Précédentes"
            after="Suivantes"
          />
        </section>
      </div>
    </Page>,
  );
}

/** « 3 documents »; for what actualités alone cite, « 1 actualité ». */
function countCiting(documents: number, actualites: number): string {
  return documents > 0 ? countDocuments(documents) : `${actualites} actualité${actualites > 1 ? "s" : ""}`;
}

/** Links to the lists of the other kinds. */
function Others({ genre }: Pick<LawPages, "genre">) {
  return (
    <p>
      {Object.values(LAW_PAGES)
        .filter((kind) => kind.genre !== genre)
        .map((kind) => (
          <>
            <a href={lawListPath(kind.genre)}>{kind.title}</a>{" "}
          </>
        ))}
    </p>
  );
}

function Classes({
  kind: { genre, classes },
  classe,
}: {
  readonly kind: LawPages;
  readonly classe: string | null;
}) {
  return (
    <nav aria-label="Restreindre la liste">
      <p>
        {classe === null ? null : (
          <>
            <a href={lawListPath(genre)}>Toutes</a>
            {" · "}
          </>
        )}
        {Object.entries(classes).map(([code, label], rank) => (
          <>
            {rank === 0 ? "" : " · "}
            {code === classe ? <strong>{label}</strong> : <a href={lawListPath(genre, code)}>{label}</a>}
          </>
        ))}
      </p>
    </nav>
  );
}
