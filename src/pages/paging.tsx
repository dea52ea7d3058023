import { ApiError } from "../http/errors/api-error.ts";

/** Parses the page number, from 1, of a list's address. @throws {ApiError} `unknown_route` for anything else. */
export function readPageNumber(written: string | undefined, path: string): number {
  if (written === undefined) return 1;
  if (/^[1-9]\d{0,3}$/.test(written)) return Number(written);
  throw new ApiError("unknown_route", { path });
}

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
