import type { CitedArticle, CitedDocument, FullDocument } from "../../schemas/answers/document.ts";
import { articlePath, consultationPath, paragraphAnchor } from "../addresses.ts";
import { StatutBadge } from "./statut.tsx";

/** The documents and the statutory articles that a document cites. */
export function References({ document: { references, articles } }: { readonly document: FullDocument }) {
  return (
    <>
      {references.length === 0 ? null : (
        <section class="appendix" aria-labelledby="renvois">
          <h2 id="renvois">Documents cités</h2>
          <ul class="plain-list">
            {references.map((reference) => (
              <li>
                <Reference reference={reference} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {articles.length === 0 ? null : (
        <section class="appendix" aria-labelledby="articles">
          <h2 id="articles">Articles cités</h2>
          <p>
            {articles.map((cited, index) => (
              <>
                {index === 0 ? "" : " ; "}
                <a href={articlePath(cited)}>{nameOf(cited)}</a>
              </>
            ))}
            .
          </p>
        </section>
      )}
    </>
  );
}

function nameOf({ code, article, etendue }: CitedArticle): string {
  const named = `${code}, art. ${article}`;
  if (etendue === undefined) return named;
  return etendue.a === null ? `${named} et suivants` : `${named} à ${etendue.a}`;
}

function Reference({ reference }: { readonly reference: CitedDocument }) {
  const { boi_id: boiId, titre, existe, statut, paragraphe } = reference;
  return (
    <>
      {existe ? (
        <a class="identifier" href={consultationPath(boiId)}>
          {boiId}
        </a>
      ) : (
        <span class="identifier">{boiId}</span>
      )}{" "}
      {existe ? titre : <span class="quiet">absent du corpus</span>}{" "}
      {statut === null || statut === "en_vigueur" ? null : <StatutBadge statut={statut} />}{" "}
      {paragraphe === null ? null : <a href={`#${paragraphAnchor(paragraphe)}`}>cité au § {paragraphe}</a>}
    </>
  );
}
