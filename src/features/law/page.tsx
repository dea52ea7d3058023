import { parisDay } from "../../../bofip/days/days.ts";
import { type CitedKind, readCitedLawKey } from "../../../bofip/law/cited/keys.ts";
import { codeKey } from "../../../bofip/law/codes.ts";
import { readHeldWriting } from "../../../db/queries/cited-law/listed.ts";
import { readCorpusState } from "../../../db/queries/corpus.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer, RenderedBody } from "../../http/response/body.ts";
import { articlePath, codePath, lawListPath, lawPath } from "../../pages/addresses.ts";
import { answerCached, type PageContext, type PageDeps, redirectTo, renderPage } from "../../pages/answer.ts";
import { readDay } from "../../pages/asked-address.ts";
import type { Child } from "../../pages/jsx/runtime.ts";
import { Page } from "../../pages/layout.tsx";
import { CitingEntries } from "../../pages/lists/citing-entries.tsx";
import { timesAndPlace } from "../../pages/lists/how-cited.ts";
import { CitingNews } from "../../pages/lists/received.tsx";
import { countDocuments, PageLinks, readPageNumber } from "../../pages/paging.tsx";
import { type LawArticle, readLawArticle } from "../../schemas/parameters/law.ts";
import type { CommentedArticle, LawCitingDocument } from "./answer.ts";
import { LAW_KINDS, readCiting, readCommentedArticle } from "./service.ts";
import { ArticleLaw } from "./text-page.tsx";

/** An article as written in an address, and the page of its list. */
interface Written {
  readonly code: string;
  readonly article: string;
  readonly page: string | undefined;
  /** The day whose text is shown; today when absent. */
  readonly date?: string | undefined;
}

/**
 * The page of an article: the documents that comment on it. Other spellings of its code or its number redirect to it.
 * @throws {ApiError} `article_not_cited`; `unknown_route` for a page of the list that does not exist.
 */
export async function showArticle(
  context: PageContext,
  written: Written,
): Promise<Response | RenderedAnswer> {
  const read = readLawArticle(written.code, written.article);
  const named = read === null ? null : await readHeldWriting(context.database, read);
  const asked = named ?? written;
  const page = readPageNumber(written.page, articlePath(asked));
  const path = articlePath(asked, page);
  const isUsual =
    named === null || (codeKey(named.code) === written.code && named.article === written.article);
  if (!isUsual) return redirectTo(path, 308);
  const { date } = written;
  if (date !== undefined) readDay(date, parisDay(context.clock()));
  const cachedAs = date === undefined ? path : `${path} ${date}`;
  return await answerCached(context, cachedAs, () => articlePage(context, asked, page, date));
}

/**
 * The page of a decision, a norm or an answer: the documents that cite it. Other writings of its key redirect to it.
 * @throws {ApiError} `law_not_cited`; `unknown_route` for a page of the list that does not exist.
 */
export async function showLaw(
  context: PageContext,
  genre: CitedKind,
  { cle: written = "", page: writtenPage }: Readonly<Record<string, string | undefined>>,
): Promise<Response | RenderedAnswer> {
  const key = readCitedLawKey(written);
  const cle = key?.kind === genre ? key.cle : written;
  const page = readPageNumber(writtenPage, lawPath(genre, cle));
  const path = lawPath(genre, cle, page);
  if (cle !== written) return redirectTo(path, 308);
  return await answerCached(context, path, () => lawPage(context, genre, cle, page));
}

const DOCUMENTS_A_PAGE = 100;

const placeOf = (page: number) => ({ limit: DOCUMENTS_A_PAGE, offset: (page - 1) * DOCUMENTS_A_PAGE });

interface CitingPage {
  readonly name: string;
  readonly description: string;
  readonly section: "articles" | "decisions";
  /** From 1. */
  readonly page: number;
  readonly pathOf: (page: number) => string;
  readonly cited: Pick<CommentedArticle, "total" | "actualites"> & { readonly documents: readonly unknown[] };
}

/**
 * A page of what cites something: what `body` shows, to which the links to the other pages are given, then actualités.
 * @throws {ApiError} `unknown_route` beyond the last page.
 */
function citingPage({ publicUrl }: PageDeps, shown: CitingPage, body: (links: Child) => Child): RenderedBody {
  const { name, description, section, page, pathOf, cited } = shown;
  const path = pathOf(page);
  if (cited.documents.length === 0 && page > 1) throw new ApiError("unknown_route", { path });
  const last = Math.max(1, Math.ceil(cited.total / DOCUMENTS_A_PAGE));
  const links = <PageLinks page={page} last={last} pathOf={pathOf} before="Précédents" after="Suivants" />;
  return renderPage(
    <Page title={name} description={description} canonical={publicUrl() + path} section={section}>
      <div class="plan">
        {body(links)}
        <CitingNews news={cited.actualites} />
      </div>
    </Page>,
  );
}

async function articlePage(
  deps: PageDeps,
  asked: LawArticle,
  page: number,
  date?: string,
): Promise<RenderedBody> {
  const { law } = await readCorpusState(deps.database);
  const day = date ?? parisDay(deps.clock());
  const cited = await readCommentedArticle(deps.database, { ...asked, ...placeOf(page) }, { law, day });
  const { code, article, url } = cited;
  const name = `${code}, art. ${article}`;
  const description = `La doctrine fiscale en vigueur qui cite l'article ${article} (${code}).`;
  const pathOf = (other: number) => articlePath(cited, other);
  return citingPage(deps, { name, description, section: "articles", page, pathOf, cited }, (links) => (
    <>
      <p>
        <a href={codePath(code)}>Tous les articles cités : {code}</a>
      </p>
      <h1 class="plan-title">{name}</h1>
      {url === null ? null : (
        <p>
          <a href={url}>Lire l'article sur Légifrance</a>
        </p>
      )}
      {page === 1 ? <ArticleLaw article={cited} day={day} today={parisDay(deps.clock())} /> : null}
      <section aria-labelledby="documents">
        <h2 id="documents">{howMany(cited)}</h2>
        <CitingEntries documents={cited.documents} note={howCited} />
        {links}
      </section>
    </>
  ));
}

/** Those that name it first, those that only have it in a range apart. */
function howMany({ total, total_nommes: named }: CommentedArticle): string {
  if (total === 0) return "Aucun document en vigueur ne le cite";
  const naming = `${countDocuments(named)} en vigueur ${named > 1 ? "le nomment" : "le nomme"}`;
  const others = total - named;
  if (others === 0) return naming;
  return `${naming} ; ${others} autre${others > 1 ? "s" : ""} en ${others > 1 ? "ont" : "a"} une suite d'articles où il prend place`;
}

function howCited(document: CommentedArticle["documents"][number]): string {
  if (document.etendue) return `dans une suite d'articles, sans être nommé : « ${document.etendue.texte} »`;
  const cited = `cité ${timesAndPlace(document)}`;
  return document.role === "commente" ? `le commente : ${cited}` : cited;
}

async function lawPage<Genre extends CitedKind>(
  deps: PageDeps,
  genre: Genre,
  cle: string,
  page: number,
): Promise<RenderedBody> {
  const pathOf = (other: number) => lawPath(genre, cle, other);
  const cited = await readCiting(deps, genre, { cle, ...placeOf(page), path: pathOf(page) });
  const { title, nameOf } = LAW_KINDS[genre];
  const name = nameOf(cited);
  const description = `La doctrine fiscale en vigueur qui cite : ${name}.`;
  return citingPage(deps, { name, description, section: "decisions", page, pathOf, cited }, (links) => (
    <>
      <h1 class="plan-title">{name}</h1>
      <p>
        <a href={lawListPath(genre)}>{title}</a>
        {cited.url === null ? null : (
          <>
            {" · "}
            <a href={cited.url} rel="external">
              Page officielle
            </a>
          </>
        )}
      </p>
      <Documents documents={cited.documents} total={cited.total} />
      {links}
    </>
  ));
}

interface DocumentsProps {
  readonly documents: readonly LawCitingDocument[];
  readonly total: number;
}

function Documents({ documents, total }: DocumentsProps) {
  if (total === 0) return <p>Aucun document en vigueur ne la cite.</p>;
  return (
    <section aria-labelledby="documents">
      <h2 id="documents">Dans {countDocuments(total)} en vigueur</h2>
      <CitingEntries documents={documents} note={timesAndPlace} />
    </section>
  );
}
