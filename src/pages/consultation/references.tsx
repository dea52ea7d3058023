import type { CitedKind } from "../../../bofip/law/cited/keys.ts";
import { answerName, decisionName, normName } from "../../../bofip/law/cited/name.ts";
import type { CitedArticle, CitedDocument, FullDocument } from "../../schemas/answers/document.ts";
import { articlePath, consultationPath, lawListPath, lawPath, paragraphAnchor } from "../addresses.ts";
import { DocumentEntry } from "../lists/document-entry.tsx";
import { ParagraphLinks, paragraphName } from "../lists/paragraph-links.tsx";
import { StatutBadge } from "./statut.tsx";

/** The documents and the law that a document cites. */
export function References({ document }: { readonly document: FullDocument }) {
  const { references, articles, decisions, normes, reponses } = document;
  return (
    <>
      {references.length === 0 ? null : (
        <section class="appendix" aria-labelledby="renvois">
          <h2 id="renvois">Documents cités</h2>
          <ul class="entries">
            {references.map((reference) => (
              <li>
                <Reference reference={reference} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Articles articles={articles} />
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
function Articles({ articles }: Pick<FullDocument, "articles">) {
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

function Reference({ reference }: { readonly reference: CitedDocument }) {
  const { boi_id: boiId, titre, existe, statut, paragraphe } = reference;
  const notes = [
    ...(statut === null || statut === "en_vigueur" ? [] : [<StatutBadge statut={statut} />]),
    ...(paragraphe === null
      ? []
      : [<a href={`#${paragraphAnchor(paragraphe)}`}>cité au {paragraphName(paragraphe)}</a>]),
  ];
  return (
    <>
      {existe ? (
        <DocumentEntry href={consultationPath(boiId)} titre={titre ?? boiId} boiId={boiId} />
      ) : (
        <p class="entry">
          <span class="identifier">{boiId}</span> <span class="quiet">absent du corpus</span>
        </p>
      )}
      {notes.length === 0 ? null : (
        <p class="entry-links">
          {notes.map((note) => (
            <>{note} </>
          ))}
        </p>
      )}
    </>
  );
}
