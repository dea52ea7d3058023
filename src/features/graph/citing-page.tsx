import { consultationPath, paragraphAnchor } from "../../pages/addresses.ts";
import { Page } from "../../pages/layout.tsx";
import { DocumentEntry } from "../../pages/lists/document-entry.tsx";
import { ParagraphLinks, paragraphName } from "../../pages/lists/paragraph-links.tsx";
import { countDocuments } from "../plan/entries.tsx";
import type { CitingDocument, CitingPage } from "./citing-answer.ts";

/** The page of the documents that cite a document, or one of its §, each with the § that contain the citation. */
export function CitingDocuments({ boi_id: boiId, paragraphe, total, citants }: CitingPage) {
  const named = paragraphe === null ? boiId : `${boiId}, ${paragraphName(paragraphe)}`;
  const anchor = paragraphe === null ? "" : `#${paragraphAnchor(paragraphe)}`;
  return (
    <Page
      title={`Cité par – ${named}`}
      description={`Documents de la doctrine en vigueur qui citent ${named}.`}
    >
      <div class="plan">
        <h1 class="plan-title">
          Documents qui citent{" "}
          <a class="whole" href={consultationPath(boiId) + anchor}>
            {named}
          </a>
        </h1>
        <p>
          {total === 0 ? "Aucun document en vigueur ne le cite." : `${countDocuments(total)} en vigueur.`}
          {citants.length < total ? ` Les ${citants.length} qui le mentionnent le plus :` : ""}
        </p>
        <CitingEntries citants={citants} />
      </div>
    </Page>
  );
}

/** Documents that cite another, each with the § that contain the citation. */
export function CitingEntries({ citants }: { readonly citants: readonly CitingDocument[] }) {
  return (
    <ul class="entries">
      {citants.map(({ boi_id: boiId, titre, paragraphes }) => (
        <li>
          <DocumentEntry href={consultationPath(boiId)} titre={titre} boiId={boiId} />
          <ParagraphLinks page={consultationPath(boiId)} numeros={paragraphes} />
        </li>
      ))}
    </ul>
  );
}
