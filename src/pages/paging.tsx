import { ApiError } from "../http/errors/api-error.ts";
import { classificationPagePath } from "./addresses.ts";
import type { Child } from "./jsx/runtime.ts";

/** Parses the page number, from 1, of a list's address. @throws {ApiError} `unknown_route` for anything else. */
export function readPageNumber(written: string | undefined, path: string): number {
  if (written === undefined) return 1;
  if (/^[1-9]\d{0,3}$/.test(written)) return Number(written);
  throw new ApiError("unknown_route", { path });
}

const COUNT = new Intl.NumberFormat("fr-FR");

interface PageLinksProps {
  readonly page: number;
  readonly last: number;
  readonly pathOf: (page: number) => string;
  readonly before: string;
  readonly after: string;
}

/** Links to the previous and next pages of a list; nothing when it has a single page. */
export function PageLinks({ page, last, pathOf, before, after }: PageLinksProps) {
  if (last === 1) return null;
  return (
    <nav class="pages" aria-label="Pages de la liste">
      <p>
        {page === 1 ? null : (
          <>
            <a href={pathOf(page - 1)} rel="prev">
              {before}
            </a>
            {" · "}
          </>
        )}
        Page {page} sur {last}
        {page === last ? null : (
          <>
            {" · "}
            <a href={pathOf(page + 1)} rel="next">
              {after}
            </a>
          </>
        )}
      </p>
    </nav>
  );
}

interface TableBoxProps {
  readonly label: string;
  readonly children: Child;
}

/** A box that scrolls a table wider than the page, with the keyboard too. */
export function TableBox({ label, children }: TableBoxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of cells is no set of fields
    <div class="table-box" role="group" aria-label={label} tabindex="0">
      {children}
    </div>
  );
}

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

/** « 1 document », « 1 234 documents ». */
export function countDocuments(count: number): string {
  return `${COUNT.format(count)} document${count > 1 ? "s" : ""}`;
}
