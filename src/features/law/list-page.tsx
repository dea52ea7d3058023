import type { CitedKind } from "../../../bofip/law/cited/keys.ts";
import { codeKey, findCode } from "../../../bofip/law/codes.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer, RenderedBody } from "../../http/response/body.ts";
import { articlePath, CODES_PATH, codePath, LAW_CLASS, lawListPath, lawPath } from "../../pages/addresses.ts";
import { answerCached, type PageContext, type PageDeps, redirectTo, renderPage } from "../../pages/answer.ts";
import { counted } from "../../pages/figures/figures.tsx";
import { Page } from "../../pages/layout.tsx";
import { countDocuments, PageLinks, readPageNumber } from "../../pages/paging.tsx";
import { listArticles, listCitedCodes, listLaw } from "./listed.ts";
import { LAW_KINDS } from "./service.ts";

export async function showCodes(context: PageContext): Promise<RenderedAnswer> {
  return await answerCached(context, CODES_PATH, () => codesPage(context));
}

/**
 * The articles of a code; another spelling of its name redirects to it.
 * @throws {ApiError} `unknown_route` for what is not a code, or a page of the list that does not exist.
 */
export async function showCode(
  context: PageContext,
  written: string,
  writtenPage: string | undefined,
): Promise<Response | RenderedAnswer> {
  const code = findCode(written);
  if (code === null) throw new ApiError("unknown_route", { path: CODES_PATH });
  const page = readPageNumber(writtenPage, codePath(code));
  const path = codePath(code, page);
  if (codeKey(code) !== written) return redirectTo(path, 308);
  return await answerCached(context, path, () => codePage(context, code, page));
}

/** The codes that the doctrine in force cites, each with how many of its articles. */
async function codesPage({ database, publicUrl }: PageDeps): Promise<RenderedBody> {
  const codes = await listCitedCodes(database);
  return renderPage(
    <Page
      title="Articles de loi"
      description="Les articles de loi que la doctrine fiscale en vigueur cite, code par code."
      canonical={publicUrl() + CODES_PATH}
      section="articles"
    >
      <div class="plan">
        <h1 class="plan-title">Articles de loi</h1>
        {codes.length === 0 ? <p>Aucun document en vigueur ne cite d'article.</p> : null}
        <ul class="entries">
          {codes.map(({ code, articles }) => (
            <li>
              <a class="entry entry-row" href={codePath(code)}>
                <span class="entry-title">{code}</span>
                <span class="entry-note">
                  {articles > 1 ? `${counted(articles, "article")} cités` : "1 article cité"}
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Page>,
  );
}

const ARTICLES_A_PAGE = 200;

/**
 * A page of the articles of a code that the doctrine in force cites, in the code's own order.
 * @param page from 1.
 * @throws {ApiError} `unknown_route` for a code that nothing cites, or beyond the last page.
 */
async function codePage(
  { database, publicUrl }: PageDeps,
  code: string,
  page: number,
): Promise<RenderedBody> {
  const request = { code, prefixe: null, limit: ARTICLES_A_PAGE, offset: (page - 1) * ARTICLES_A_PAGE };
  const { total, articles } = await listArticles(database, request);
  if (articles.length === 0) throw new ApiError("unknown_route", { path: codePath(code, page) });
  return renderPage(
    <Page
      title={`Articles cités : ${code}`}
      description={`Les articles du texte « ${code} » que la doctrine fiscale en vigueur cite, dans leur ordre.`}
      canonical={publicUrl() + codePath(code, page)}
      section="articles"
    >
      <div class="plan">
        <p>
          <a href={CODES_PATH}>Tous les codes</a>
        </p>
        <h1 class="plan-title">{code}</h1>
        <ul class="entries">
          {articles.map((cited) => (
            <li>
              <a class="entry entry-row" href={articlePath(cited)}>
                <span class="entry-title">art. {cited.article}</span>
                <span class="entry-note">{countDocuments(cited.documents)}</span>
              </a>
            </li>
          ))}
        </ul>
        <PageLinks
          page={page}
          last={Math.ceil(total / ARTICLES_A_PAGE)}
          pathOf={(other) => codePath(code, other)}
          before="Articles précédents"
          after="Articles suivants"
        />
      </div>
    </Page>,
  );
}

/**
 * The list of the decisions, the norms or the answers that documents in force cite.
 * @throws {ApiError} `unknown_route` for a page, or a class, that does not exist.
 */
export async function showLawList(
  context: PageContext,
  genre: CitedKind,
  query: Readonly<Record<string, string | undefined>>,
): Promise<RenderedAnswer> {
  const classe = query[LAW_CLASS[genre]] ?? null;
  const page = readPageNumber(query["page"], lawListPath(genre));
  const path = lawListPath(genre, classe, page);
  if (classe !== null && !Object.hasOwn(LAW_KINDS[genre].classes, classe))
    throw new ApiError("unknown_route", { path });
  return await answerCached(context, path, () => lawListPage(context, genre, classe, page));
}

const ENTRIES_A_PAGE = 100;

/**
 * A page of what documents in force and actualités cite of a kind, the most cited first.
 * @param classe a court, a kind of norm or a chamber; null for all.
 * @param page from 1.
 * @throws {ApiError} `unknown_route` beyond the last page.
 */
async function lawListPage<Genre extends CitedKind>(
  deps: PageDeps,
  genre: Genre,
  classe: string | null,
  page: number,
): Promise<RenderedBody> {
  const { title, classes, nameOf } = LAW_KINDS[genre];
  const path = lawListPath(genre, classe, page);
  const place = { limit: ENTRIES_A_PAGE, offset: (page - 1) * ENTRIES_A_PAGE };
  const { total, entries } = await listLaw(deps, genre, { classe, domaine: null, ...place, path });
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
        <Classes genre={genre} classe={classe} />
        <section aria-labelledby="liste">
          <h2 id="liste">
            {total} entrée{total > 1 ? "s" : ""}, la plus citée d'abord
          </h2>
          <ul class="plain-list">
            {entries.map((entry) => (
              <li>
                {entry.cle === null ? nameOf(entry) : <a href={lawPath(genre, entry.cle)}>{nameOf(entry)}</a>}{" "}
                <span class="quiet">{countCiting(entry.documents, entry.actualites)}</span>
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
function Others({ genre }: { readonly genre: CitedKind }) {
  return (
    <p>
      {Object.values(LAW_KINDS)
        .filter((kind) => kind.genre !== genre)
        .map((kind) => (
          <>
            <a href={lawListPath(kind.genre)}>{kind.title}</a>{" "}
          </>
        ))}
    </p>
  );
}

function Classes({ genre, classe }: { readonly genre: CitedKind; readonly classe: string | null }) {
  return (
    <nav aria-label="Restreindre la liste">
      <p>
        {classe === null ? null : (
          <>
            <a href={lawListPath(genre)}>Toutes</a>
            {" · "}
          </>
        )}
        {Object.entries(LAW_KINDS[genre].classes).map(([code, label], rank) => (
          <>
            {rank === 0 ? "" : " · "}
            {code === classe ? <strong>{label}</strong> : <a href={lawListPath(genre, code)}>{label}</a>}
          </>
        ))}
      </p>
    </nav>
  );
}
