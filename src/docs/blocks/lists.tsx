import type { McpTool } from "../../mcp/inputs.ts";
import { TOOLS } from "../../mcp/server.ts";
import { Prose, Route, Rows } from "../code.tsx";
import type { DocContext } from "../context.ts";
import { INVALID_QUERIES, OPERATORS, type Operation, readingOf, refusalOfQuery } from "../operations.ts";
import { DOC_PAGES } from "../site.ts";

/** The guides that follow the first. */
export function guides() {
  return (
    <ul class="entries">
      {DOC_PAGES.filter(({ group, slug }) => group === "guides" && slug !== "demarrer").map(
        ({ path, label, summary }) => (
          <li>
            <a class="entry" href={path}>
              <span class="entry-title">{label}</span>
              <span class="entry-detail quiet">{summary}</span>
            </a>
          </li>
        ),
      )}
    </ul>
  );
}

/** Every route, by the tags of the OpenAPI document. Each keeps the anchor that it had when they were all on one page. */
export function routes({ operations }: DocContext) {
  const byTag = [...Map.groupBy(operations, ({ tag }) => tag)];
  return (
    <div>
      {byTag.map(([tag, tagged]) => (
        <section aria-label={tag}>
          <h2>{tag}</h2>
          <ul class="plain-list routes">
            {tagged.map(({ method, path, page, summary }) => (
              <li id={anchorOf(method, path)}>
                <a href={page}>
                  <Route method={method} path={path} />
                </a>
                <span class="quiet">{summary}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The routes that answer without a key. */
export function publicRoutes({ operations }: DocContext) {
  return <RouteList operations={operations.filter(({ isPublic }) => isPublic)} />;
}

/** The routes whose answers are spared to who has them. */
export function revalidatedRoutes({ operations }: DocContext) {
  const revalidated = operations.filter(({ responses }) => responses.some(({ status }) => status === "304"));
  return <RouteList operations={revalidated} />;
}

function RouteList({ operations }: { readonly operations: readonly Operation[] }) {
  return (
    <ul>
      {operations.map(({ path, page, summary }) => (
        <li>
          <a href={page}>
            <code>{path}</code>
          </a>{" "}
          <span class="quiet">{summary}</span>
        </li>
      ))}
    </ul>
  );
}

/** `getV1BoiById`: identified a route before operations had chosen names; existing links still use it. */
function anchorOf(method: Operation["method"], path: string): string {
  const words = path.split("/").map((segment) => {
    const isVariable = segment.startsWith("{");
    const word = isVariable ? segment.slice(1, -1) : segment;
    return `${isVariable ? "By" : ""}${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  });
  return method.toLowerCase() + words.join("");
}

/** The tools that the MCP server offers, in its own words. */
export function tools() {
  return (
    <div>
      {TOOLS.map((tool) => (
        <Tool tool={tool} />
      ))}
    </div>
  );
}

function Tool({ tool: { name, title, description, properties, required } }: { readonly tool: McpTool }) {
  return (
    <section class="tool" aria-labelledby={`outil-${name}`}>
      <h3 id={`outil-${name}`}>
        <code>{name}</code> {title}
      </h3>
      {description.split("\n").map((line) => (
        <p>{line}</p>
      ))}
      <dl class="fields">
        {Object.entries(properties).map(([field, { description: text = "" }]) => (
          <div>
            <dt>
              <code>{field}</code>
              {required.includes(field) ? <strong class="required">obligatoire</strong> : null}
            </dt>
            {text === "" ? null : <dd>{text}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}

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
