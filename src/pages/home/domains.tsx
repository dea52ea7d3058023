import type { ClassificationEntry } from "../../../db/queries/classification.ts";
import { classificationPagePath } from "../addresses.ts";

/** The series, in the order of the plan, each with its number of documents in force; in columns. */
export function Domains({ nodes }: { readonly nodes: readonly ClassificationEntry[] }) {
  return (
    <ul class="domains">
      {nodes.map(({ chemin, segment, titre, documents }) => (
        <li>
          <a class="domain" href={classificationPagePath(chemin)}>
            <span class="identifier">{segment}</span> <span class="entry-title">{titre}</span>{" "}
            <span class="domain-count">
              {documents.toLocaleString("fr-FR")}
              <span class="visually-hidden"> document{documents > 1 ? "s" : ""}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
