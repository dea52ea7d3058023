import { frenchDate } from "../../../db/bofip/french-date.ts";
import type { ClassificationEntry, ClassifiedDocument } from "../../../db/queries/classification.ts";
import { classificationPagePath, consultationPath } from "../addresses.ts";

const COUNT = new Intl.NumberFormat("fr-FR");

/** « 1 document », « 1 234 documents ». */
export function countDocuments(count: number): string {
  return `${COUNT.format(count)} document${count > 1 ? "s" : ""}`;
}

/** Nodes of the classification, with how many documents in force they hold. */
export function ClassificationEntries({ nodes }: { readonly nodes: readonly ClassificationEntry[] }) {
  return (
    <ul class="entries">
      {nodes.map(({ chemin, segment, titre, documents }) => (
        <li>
          <a class="entry" href={classificationPagePath(chemin)}>
            <span>
              <span class="identifier entry-code">{segment}</span> <span class="entry-title">{titre}</span>
            </span>
            <span class="entry-note">{countDocuments(documents)}</span>
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
          <a class="entry" href={consultationPath(boiId)}>
            <span class="entry-title">{titre}</span>
            <span class="entry-note">version du {frenchDate(date)}</span>
            <span class="entry-detail identifier">{boiId}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
