import { Prose, Rows } from "../code.tsx";
import type { DocContext } from "../context.ts";
import { INVALID_QUERIES, OPERATORS, readingOf, refusalOfQuery } from "../operations.ts";

/** The operators, each example read by the parser itself. */
export function operators() {
  return (
    <div>
      {OPERATORS.map(({ name, anchor, text, examples }) => (
        <section class="operator" aria-labelledby={anchor}>
          <h3 id={anchor}>{name}</h3>
          <p>{text}</p>
          <dl class="readings">
            {examples.map((q) => (
              <div>
                <dt>
                  <code>{q}</code>
                </dt>
                <dd>{readingOf(q)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

/** The parameters of a search that are neither filters nor facets. */
const QUERY_AND_PAGE = ["q", "limit", "offset"];

/** The filters and facets of the full-text search, from the OpenAPI document. */
export function filters({ operations }: DocContext) {
  const parameters = operations
    .filter(({ id }) => id === "searchDocuments")
    .flatMap((search) => search.parameters);
  return (
    <Rows
      label="Filtres et facettes"
      heads={["Paramètre", "Sens"]}
      rows={parameters
        .filter(({ name }) => !QUERY_AND_PAGE.includes(name))
        .map(({ name, description = "" }) => [<code>{name}</code>, <Prose text={description} />])}
    />
  );
}

/** Queries that the syntax refuses, in the words of the parser. */
export function refusedQueries() {
  return (
    <Rows
      label="Requêtes refusées"
      heads={["Requête", "Réponse"]}
      rows={INVALID_QUERIES.map((q) => [<code>{q}</code>, refusalOfQuery(q)])}
    />
  );
}
