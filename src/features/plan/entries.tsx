import { frenchDate } from "../../../bofip/days/french-date.ts";
import type { ClassificationEntry, ClassifiedDocument } from "../../../db/queries/classification.ts";
import { classificationPagePath, consultationPath } from "../../pages/addresses.ts";
import { DocumentEntry } from "../../pages/lists/document-entry.tsx";

const COUNT = new Intl.NumberFormat("fr-FR");

/** « 1 document », « 1 234 documents ». */
export function countDocuments(count: number): string {
  return `${COUNT.format(count)} document${count > 1 ? "s" : ""}`;
}

/** Nodes of the classification, with their number of documents in force. */
export function ClassificationEntries({ nodes }: { readonly nodes: readonly ClassificationEntry[] }) {
  return (
    <ul class="entries nodes">
      {nodes.map(({ chemin, segment, titre, documents }) => (
        <li>
          <a class="node" href={classificationPagePath(chemin)}>
            <span class="identifier">{segment}</span> <span class="entry-title">{titre}</span>{" "}
            <span class="node-count">
              {COUNT.format(documents)}
              <span class="node-unit"> document{documents > 1 ? "s" : ""}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Documents, as the classification lists them. */
export function DocumentEntries({ documents }: { readonly documents: readonly ClassifiedDocument[] }) {
  return (
    <ul class="entries">
      {documents.map(({ boi_id: boiId, titre, date_publication: date }) => (
        <li>
          <DocumentEntry
            href={consultationPath(boiId)}
            titre={titre}
            boiId={boiId}
            notes={[`édition du ${frenchDate(date)}`]}
          />
        </li>
      ))}
    </ul>
  );
}
