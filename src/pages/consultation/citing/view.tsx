import type { CitingPage } from "../../../schemas/answers/citing.ts";
import { consultationPath, paragraphAnchor } from "../../addresses.ts";
import { Page } from "../../layout.tsx";
import { countDocuments } from "../../plan/entries.tsx";

/** The page of the documents that cite a document, or one of its §, each with the § from which it does. */
export function CitingDocuments({ boi_id: boiId, paragraphe, total, citants }: CitingPage) {
  const named = paragraphe === null ? boiId : `${boiId}, § ${paragraphe}`;
  const anchor = paragraphe === null ? "" : `#${paragraphAnchor(paragraphe)}`;
  return (
    <Page
      title={`Cité par – ${named}`}
      description={`Documents de la doctrine en vigueur qui citent ${named}.`}
    >
      <h1>Documents qui citent {named}</h1>
      <p>
        <a href={consultationPath(boiId) + anchor}>Revenir au texte</a>
      </p>
      <p>
        {total === 0 ? "Aucun document en vigueur ne le cite." : `${countDocuments(total)} en vigueur.`}
        {citants.length < total ? ` Les ${citants.length} qui le mentionnent le plus :` : ""}
      </p>
      <ul class="plain-list">
        {citants.map(({ boi_id: citing, titre, paragraphes }) => (
          <li>
            <a class="identifier" href={consultationPath(citing)}>
              {citing}
            </a>{" "}
            {titre}{" "}
            {paragraphes.map((numero) => (
              <>
                <a href={`${consultationPath(citing)}#${paragraphAnchor(numero)}`}>§ {numero}</a>{" "}
              </>
            ))}
          </li>
        ))}
      </ul>
    </Page>
  );
}
