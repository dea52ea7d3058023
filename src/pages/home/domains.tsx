import type { ClassificationEntry } from "../../../db/queries/classification.ts";
import { classificationPagePath } from "../addresses.ts";

/** The series, in the order of the plan, each with how many documents in force it holds; several side by side. */
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
