import type { CitedArticle, CitedDocument, FullDocument } from "../../schemas/answers/document.ts";
import { articlePath, consultationPath, paragraphAnchor } from "../addresses.ts";
import { DocumentEntry } from "../lists/document-entry.tsx";
import { paragraphName } from "../lists/paragraph-links.tsx";
import { StatutBadge } from "./statut.tsx";

/** The documents and the statutory articles that a document cites. */
export function References({ document: { references, articles } }: { readonly document: FullDocument }) {
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
    </>
  );
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
