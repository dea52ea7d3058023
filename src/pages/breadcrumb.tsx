import { classificationPagePath } from "./addresses.ts";

interface BreadcrumbProps {
  /** Nodes of the classification, from the series down. */
  readonly levels: readonly { readonly chemin: string; readonly titre: string }[];
  /** Path of the level shown by the page itself, if any. */
  readonly current?: string;
}

/** The path from the root of the classification to a page. */
export function Breadcrumb({ levels, current }: BreadcrumbProps) {
  return (
    <nav class="breadcrumb" aria-label="Fil d'Ariane">
      <ol>
        <li>
          <a href={classificationPagePath("")}>Plan</a>
        </li>
        {levels.map(({ chemin, titre }) => (
          <li>
            <a
              href={classificationPagePath(chemin)}
              aria-current={chemin === current ? "location" : undefined}
            >
              {titre}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
