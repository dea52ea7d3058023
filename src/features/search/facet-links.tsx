import type { DocumentType } from "../../../db/schema/documents.ts";
import { DOCUMENT_TYPES } from "../../../db/schema/documents.ts";
import { type SearchScope, searchPath } from "../../pages/addresses.ts";
import { quantity } from "../../pages/figures/figures.tsx";
import type { Child } from "../../pages/jsx/runtime.ts";
import { TYPE_LABELS } from "../../pages/lists/how-cited.ts";
import type { Facets } from "./answer.ts";

interface FacetLinksProps {
  readonly q: string;
  /** Null where nothing is counted: no link is shown. */
  readonly facets: Facets | null;
  readonly scope: SearchScope;
  /** What stands below, in the same block. */
  readonly children: Child;
}

/** How many documents each series and kind has among those that contain all the words, as links that keep to them. */
export function FacetLinks({ q, facets, scope, children }: FacetLinksProps) {
  if (facets === null) return null;
  const types = facets.type.flatMap(({ code, documents }) => {
    const type = DOCUMENT_TYPES.find((known) => known === code);
    return type === undefined ? [] : [{ type, documents }];
  });
  return (
    <div class="facets">
      <Facet
        label="Domaines"
        chosen={scope.domaine ?? null}
        all={searchPath(q, { ...scope, domaine: null }, 1)}
        values={facets.domaine.map(({ code, documents }) => ({
          name: code,
          documents,
          href: searchPath(q, { ...scope, domaine: code }, 1),
        }))}
      />
      <Facet
        label="Natures"
        chosen={nameOf(scope.type ?? null)}
        all={searchPath(q, { ...scope, type: null }, 1)}
        values={types.map(({ type, documents }) => ({
          name: TYPE_LABELS[type],
          documents,
          href: searchPath(q, { ...scope, type }, 1),
        }))}
      />
      {children}
    </div>
  );
}

function nameOf(type: DocumentType | null): string | null {
  return type === null ? null : TYPE_LABELS[type];
}

interface FacetProps {
  readonly label: string;
  /** The value kept to; null for all. */
  readonly chosen: string | null;
  /** Path of the results of all values. */
  readonly all: string;
  readonly values: readonly { readonly name: string; readonly documents: number; readonly href: string }[];
}

/** A value alone leaves no choice. */
function Facet({ label, chosen, all, values }: FacetProps) {
  if (chosen === null && values.length < 2) return null;
  return (
    <p>
      <span class="quiet">{label} : </span>
      {chosen === null ? (
        values.map(({ name, documents, href }) => (
          <>
            <a href={href}>
              {name} ({quantity(documents)})
            </a>{" "}
          </>
        ))
      ) : (
        <>
          <strong>{chosen}</strong> <a href={all}>tous</a>
        </>
      )}
    </p>
  );
}
