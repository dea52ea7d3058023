import { classificationPagePath } from "./addresses.ts";

export interface BreadcrumbProps {
  /** Nodes of the classification, from the series down; the last one is the page itself. */
  readonly levels: readonly { readonly chemin: string; readonly titre: string }[];
}

/** The way from the root of the classification to a page. */
export function Breadcrumb({ levels }: BreadcrumbProps) {
  return (
    <nav class="breadcrumb" aria-label="Fil d'Ariane">
      <ol>
        <li>
          <a href={classificationPagePath("")}>Plan</a>
        </li>
        {levels.map(({ chemin, titre }, index) => (
          <li>
            <a
              href={classificationPagePath(chemin)}
              aria-current={index === levels.length - 1 ? "location" : undefined}
            >
              {titre}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
