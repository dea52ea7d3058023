import type { CitedKind } from "../../../bofip/law/cited/keys.ts";
import { answerName, decisionName, normName } from "../../../bofip/law/cited/mentions.ts";
import type { CitedArticle, FullDocument } from "../../features/documents/answer.ts";
import { CHANGED_SINCE } from "../../texts/law-of-day.ts";
import { articlePath, lawListPath, lawPath } from "../addresses.ts";
import { ParagraphLinks } from "./citing-entries.tsx";
import { ArticleChanges } from "./law-changes.tsx";

interface ArticlesProps {
  readonly articles: readonly CitedArticle[];
}

/** The law that a text cites: articles, norms, decisions, ministerial answers. */
export function CitedLawLists({
  cited: { articles, decisions, normes, reponses },
  since = null,
}: {
  readonly cited: Pick<FullDocument, "decisions" | "normes" | "reponses"> & ArticlesProps;
  /** Start of the edition that cites them; null for what is none. */
  readonly since?: string | null;
}) {
  const isChanged = since !== null && articles.some(({ modifie_depuis = null }) => modifie_depuis !== null);
  return (
    <>
      <Articles articles={articles} />
      {isChanged ? (
        <section class="appendix" aria-labelledby="articles-changes">
          <h2 id="articles-changes">Articles changés depuis</h2>
          <p class="quiet">De chacun : {CHANGED_SINCE}.</p>
          <ArticleChanges articles={articles} since={since} />
        </section>
      ) : null}
      <CitedLaw
        genre="norme"
        title="Textes cités"
        cited={normes.map((norm) => ({ ...norm, name: withArticle(normName(norm), norm.article) }))}
      />
      <CitedLaw
        genre="decision"
        title="Décisions citées"
        cited={decisions.map((decision) => ({ ...decision, name: decisionName(decision) }))}
      />
      <CitedLaw
        genre="reponse"
        title="Réponses ministérielles citées"
        cited={reponses.map((answer) => ({ ...answer, name: answerName(answer) }))}
      />
    </>
  );
}

interface CitedLawProps {
  readonly genre: CitedKind;
  readonly title: string;
  readonly cited: readonly {
    readonly cle: string | null;
    readonly name: string;
    readonly texte: string;
    readonly paragraphes: readonly string[];
  }[];
}

/** Decisions, norms or answers, each linked to the documents that cite it; without a key, as it is written. */
function CitedLaw({ genre, title, cited }: CitedLawProps) {
  if (cited.length === 0) return null;
  return (
    <section class="appendix" aria-labelledby={`${genre}s`}>
      <h2 id={`${genre}s`}>{title}</h2>
      <ul class="plain-list">
        {cited.map(({ cle, name, texte, paragraphes }) => (
          <li>
            {cle === null ? `« ${texte} »` : <a href={lawPath(genre, cle)}>{name}</a>}
            <ParagraphLinks page="" numeros={paragraphes} />
          </li>
        ))}
      </ul>
      <p>
        <a href={lawListPath(genre)}>Tout ce que cite la doctrine en vigueur</a>
      </p>
    </section>
  );
}

/** « Loi n° 2007-1223 du 21 août 2007, art. 8 » */
function withArticle(name: string, article: string | null): string {
  return article === null ? name : `${name}, art. ${article}`;
}

/** The statutory articles, grouped by code, each linked to the documents that comment on it. */
function Articles({ articles }: ArticlesProps) {
  if (articles.length === 0) return null;
  return (
    <section class="appendix" aria-labelledby="articles">
      <h2 id="articles">Articles cités</h2>
      <dl class="articles">
        {[...Map.groupBy(articles, ({ code }) => code)].map(([code, cited]) => (
          <>
            <dt>{code}</dt>
            <dd>
              {cited.map((article) => (
                <>
                  <a href={articlePath(article)}>{nameOf(article)}</a>{" "}
                </>
              ))}
            </dd>
          </>
        ))}
      </dl>
    </section>
  );
}

function nameOf({ article, etendue }: CitedArticle): string {
  const named = `art. ${article}`;
  if (etendue === undefined) return named;
  return etendue.a === null ? `${named} et suivants` : `${named} à ${etendue.a}`;
}
