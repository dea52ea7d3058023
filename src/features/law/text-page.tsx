import { frenchDate, parisDay } from "../../../bofip/days/days.ts";
import { codeKey } from "../../../bofip/law/codes.ts";
import { UNKNOWN_DAY } from "../../../bofip/law/versions.ts";
import { readCorpusState } from "../../../db/queries/corpus.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer, RenderedBody } from "../../http/response/body.ts";
import {
  articleComparisonPath,
  articlePath,
  classificationPagePath,
  consultationPath,
  datedArticlePath,
  laterLawPath,
} from "../../pages/addresses.ts";
import { answerCached, type PageContext, type PageDeps, redirectTo, renderPage } from "../../pages/answer.ts";
import { readSide } from "../../pages/asked-address.ts";
import { renderBody } from "../../pages/body/body.ts";
import { trusted } from "../../pages/jsx/runtime.ts";
import { Page } from "../../pages/layout.tsx";
import { ChangedParts } from "../../pages/lists/changed-parts.tsx";
import { ArticleChanges } from "../../pages/lists/law-changes.tsx";
import { countDocuments, PageLinks, readPageNumber } from "../../pages/paging.tsx";
import { readClassificationPath } from "../../schemas/parameters/filters.ts";
import { type LawArticle, readLawArticle } from "../../schemas/parameters/law.ts";
import { CHANGED_SINCE } from "../../texts/law-of-day.ts";
import type { CommentedArticle } from "./answer.ts";
import { compareVersions } from "./compare-versions.ts";
import { listLaterLaw } from "./law-text.ts";
import type { ArticleComparison, ArticleText, ArticleVersion, LaterLawList } from "./text-answer.ts";

interface ArticleLawProps {
  readonly article: CommentedArticle;
  /** The day whose text is shown. */
  readonly day: string;
  readonly today: string;
}

/** The text of an article on a day, and its versions; what is not held is said. */
export function ArticleLaw({ article, day, today }: ArticleLawProps) {
  const { droit, versions, couverture_droit } = article;
  const until = couverture_droit.jusqu_au;
  if (versions.length === 0)
    return <p class="quiet">Le texte de cet article n'est pas détenu par ce service.</p>;
  return (
    <section aria-labelledby="texte">
      <h2 id="texte">Texte en vigueur le {frenchDate(day)}</h2>
      {droit === null ? (
        <p>Aucune version détenue n'est en vigueur ce jour-là.</p>
      ) : (
        <Text text={droit} path={articlePath(article)} />
      )}
      {until === null ? null : (
        <p class="quiet">Droit détenu jusqu'au {frenchDate(until)} (base LEGI, DILA, Licence Ouverte 2.0).</p>
      )}
      <h2 id="versions">Versions</h2>
      <ul class="plain-list">
        {versions.map((version, rank) => (
          <li>
            <Version named={article} version={version} before={versions[rank + 1]} today={today} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Text({ text, path }: { readonly text: ArticleText; readonly path: string }) {
  const { section, html, nota, modifie_par, url } = text;
  return (
    <>
      <p>
        {intervalOf(text)} · <a href={url}>cette version sur Légifrance</a>
      </p>
      {section.length === 0 ? null : <p class="quiet">{section.join(" › ")}</p>}
      {html === null ? (
        <p>LEGI annonce cette version sans en donner le texte : il n'est pas détenu.</p>
      ) : (
        <div class="doctrine">{trusted(bodyOf(html, path))}</div>
      )}
      {nota === null ? null : <p class="quiet">Nota : {nota}</p>}
      {modifie_par.length === 0 ? null : (
        <p class="quiet">Modifié par : {modifie_par.map(({ texte }) => texte).join(" ; ")}</p>
      )}
    </>
  );
}

/** `renderBody` writes only an allowlist of tags; a text of law has no § of its own. */
function bodyOf(html: string, path: string): string {
  const none = () => null;
  return renderBody(html, {
    ...{ citations: new Map(), path, citedBy: none, changedSince: none },
    ...{ find: none, findArticle: none, findLaw: null },
  }).html;
}

interface VersionProps {
  readonly named: LawArticle;
  readonly version: ArticleVersion;
  readonly before: ArticleVersion | undefined;
  readonly today: string;
}

function Version({ named, version, before, today }: VersionProps) {
  const { date_debut: start, empreinte } = version;
  const isComparable = before !== undefined && before.empreinte !== null && empreinte !== null;
  if (start >= UNKNOWN_DAY) return <>À venir, à une date encore inconnue</>;
  if (start > today) return <>{intervalOf(version)}, à venir</>;
  return (
    <>
      <a href={datedArticlePath(named, start)}>{intervalOf(version)}</a>
      {empreinte === null ? " (texte non détenu)" : ""}
      {isComparable && before.date_debut < start ? (
        <>
          {" · "}
          <a href={articleComparisonPath(named, before.date_debut, start)}>comparer à la précédente</a>
        </>
      ) : null}
    </>
  );
}

function intervalOf({ date_debut, date_fin }: Pick<ArticleVersion, "date_debut" | "date_fin">): string {
  const from = `À partir du ${frenchDate(date_debut)}`;
  return date_fin === null ? from : `Du ${frenchDate(date_debut)} au ${frenchDate(date_fin)} (exclu)`;
}

interface Written {
  readonly code: string;
  readonly article: string;
  readonly de: string | undefined;
  readonly a: string | undefined;
}

/**
 * The page that compares two versions of an article. Other spellings of its code or its number redirect to it.
 * @throws {ApiError} `invalid_parameter` for a side that is no day, and as `compareVersions`
 */
export async function showArticleComparison(
  context: PageContext,
  { de = "", a = "", ...written }: Written,
): Promise<Response | RenderedAnswer> {
  const named = readLawArticle(written.code, written.article) ?? written;
  const path = articleComparisonPath(named, de, a);
  if (codeKey(named.code) !== written.code || named.article !== written.article) return redirectTo(path, 308);
  const sides = { de: readSide("de", de), a: readSide("a", a) };
  return await answerCached(context, path, async () => {
    const { law } = await readCorpusState(context.database);
    const on = { law, day: parisDay(context.clock()) };
    const compared = await compareVersions(context, { ...named, ...sides }, on, "visitor");
    return renderPage(<ComparisonPage named={named} compared={compared} />);
  });
}

interface ComparisonPageProps {
  readonly named: LawArticle;
  readonly compared: ArticleComparison;
}

function ComparisonPage({ named, compared }: ComparisonPageProps) {
  const { de, a, portee_texte, paragraphes } = compared;
  const name = `${named.code}, art. ${compared.article}`;
  const scope =
    portee_texte === "formelle"
      ? "Seule la forme diffère : espaces, typographie, numérotation ou ponctuation."
      : "Le texte diffère sur le fond.";
  return (
    <Page title={`${name} : deux versions comparées`} section="articles">
      <article>
        <header class="document-head">
          <h1 class="document-title">
            <span class="title-path">
              <a href={articlePath(named)}>{name}</a>
            </span>
            Deux versions comparées
          </h1>
          <dl class="compared">
            <dt>Avant</dt>
            <dd>
              <a href={datedArticlePath(named, de.date_debut)}>{intervalOf(de)}</a>
            </dd>
            <dt>Après</dt>
            <dd>
              <a href={datedArticlePath(named, a.date_debut)}>{intervalOf(a)}</a>
            </dd>
          </dl>
          <p>{paragraphes.length === 0 ? "Les deux textes sont les mêmes." : scope}</p>
        </header>
        <ChangedParts changes={paragraphes} whole="Texte" />
      </article>
    </Page>
  );
}

const DOCUMENTS_A_PAGE = 100;

/**
 * The page of the documents of a branch whose commented articles changed since their edition.
 * @throws {ApiError} `unknown_route` for what is no branch, or a page that does not exist.
 */
export async function showLaterLaw(
  context: PageContext,
  { chemin: written = "", page: writtenPage }: Readonly<Record<string, string | undefined>>,
): Promise<Response | RenderedAnswer> {
  const chemin = readClassificationPath(written);
  if (chemin === null) throw new ApiError("unknown_route", { path: laterLawPath(written) });
  const page = readPageNumber(writtenPage, laterLawPath(chemin));
  if (chemin !== written) return redirectTo(laterLawPath(chemin, page), 308);
  return await answerCached(context, laterLawPath(chemin, page), () => laterLawPage(context, chemin, page));
}

async function laterLawPage(deps: PageDeps, chemin: string, page: number): Promise<RenderedBody> {
  const { law } = await readCorpusState(deps.database);
  const path = laterLawPath(chemin, page);
  const asked = {
    ...{ chemin, article: null, portee: null },
    ...{ limit: DOCUMENTS_A_PAGE, offset: (page - 1) * DOCUMENTS_A_PAGE, address: deps.publicUrl() + path },
  };
  const list = await listLaterLaw(deps.database, asked, { law, day: parisDay(deps.clock()) });
  if (list.documents.length === 0 && page > 1) throw new ApiError("unknown_route", { path });
  const last = Math.max(1, Math.ceil(list.total / DOCUMENTS_A_PAGE));
  const pathOf = (other: number) => laterLawPath(chemin, other);
  return renderPage(
    <Page
      title="Droit postérieur aux commentaires"
      description="Documents en vigueur dont un article commenté a changé depuis leur édition."
      canonical={deps.publicUrl() + path}
      section="articles"
    >
      <div class="plan">
        {chemin === "" ? null : (
          <p>
            <a href={classificationPagePath(chemin)}>{chemin}</a>
          </p>
        )}
        <h1 class="plan-title">Droit postérieur aux commentaires</h1>
        <LaterLaw list={list} />
        <PageLinks page={page} last={last} pathOf={pathOf} before="Précédents" after="Suivants" />
      </div>
    </Page>,
  );
}

function LaterLaw({ list: { total, documents, couverture_droit } }: { readonly list: LaterLawList }) {
  const until = couverture_droit.jusqu_au;
  if (until === null) return <p>Aucun texte de loi n'est détenu par ce service.</p>;
  return (
    <>
      <p>
        {countDocuments(total)} en vigueur. De chacun : {CHANGED_SINCE}. Droit détenu jusqu'au{" "}
        {frenchDate(until)}.
      </p>
      <ul class="entries">
        {documents.map(({ boi_id, titre, date_debut, articles }) => (
          <li>
            <a href={consultationPath(boi_id)}>
              <span class="identifier">{boi_id}</span> <span class="entry-title">{titre}</span>
            </a>
            <br />
            <span class="quiet">Édition du {frenchDate(date_debut)}</span>
            <ArticleChanges articles={articles} since={date_debut} />
          </li>
        ))}
      </ul>
    </>
  );
}
