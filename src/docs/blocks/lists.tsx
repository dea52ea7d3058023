import { Route } from "../code.tsx";
import type { DocContext } from "../context.ts";
import type { Operation } from "../operations.ts";
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
