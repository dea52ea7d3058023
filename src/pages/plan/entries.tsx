import type { PlanDocument, PlanNode } from "../../../db/queries/classification.ts";
import { consultationPath, planPagePath } from "../addresses.ts";
import { frenchDate } from "../dates.ts";

const COUNT = new Intl.NumberFormat("fr-FR");

/** « 1 document », « 1 234 documents ». */
export function countDocuments(count: number): string {
  return `${COUNT.format(count)} document${count > 1 ? "s" : ""}`;
}

/** Nodes of the plan, with how many documents in force they hold. */
export function PlanEntries({ nodes }: { readonly nodes: readonly PlanNode[] }) {
  return (
    <ul class="entries">
      {nodes.map(({ chemin, segment, titre, documents }) => (
        <li>
          <a class="entry" href={planPagePath(chemin)}>
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

/** Documents, as the plan lists them. */
export function DocumentEntries({ documents }: { readonly documents: readonly PlanDocument[] }) {
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
