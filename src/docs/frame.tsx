import type { Child } from "../pages/jsx/runtime.ts";
import { Page } from "../pages/layout.tsx";
import type { DocContext } from "./context.ts";
import { LanguageChoice } from "./examples/samples.tsx";
import type { Section } from "./markdown/render.tsx";
import type { Operation } from "./operations.ts";
import { DOC_PAGES, type DocSlug, docPath, entryOf, GROUPS } from "./site.ts";

interface DocFrameProps {
  readonly context: DocContext;
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  /** What stands after the title, in place of the page's summary. */
  readonly lead?: Child;
  readonly sections?: readonly Section[];
  /** Whether it shows requests, in the language that its reader chooses. */
  readonly hasExamples?: boolean;
  readonly isWide?: boolean;
  /** Address of the page's stylesheet, when it is not that of all pages. */
  readonly stylesheet?: string;
  readonly children: Child;
}

/** The frame of a page of the documentation: navigation between the pages, title, text, neighbours. */
export function DocFrame({
  context,
  path,
  title,
  summary,
  lead,
  sections = [],
  hasExamples = false,
  isWide = false,
  stylesheet,
  children,
}: DocFrameProps) {
  const { operations, publicUrl } = context;
  return (
    <Page
      title={path === "/docs" ? title : `${title} – API`}
      description={summary}
      canonical={publicUrl + path}
      section="documentation"
      hasSearch={false}
      {...(stylesheet === undefined ? {} : { stylesheet })}
    >
      <div class={isWide ? "docs docs-wide" : "docs"}>
        <Navigation current={path} sections={sections} operations={operations} />
        <article class="docs-article">
          <h1>{title}</h1>
          {lead ?? <p class="lead">{summary}</p>}
          {hasExamples ? <LanguageChoice /> : null}
          {children}
          <Neighbours context={context} current={path} />
        </article>
      </div>
    </Page>
  );
}

/** The frame of a page of the list. */
export function framed(slug: DocSlug) {
  const { path, title, summary } = entryOf(slug);
  return { path, title, summary };
}

function Neighbours({ context, current }: { readonly context: DocContext; readonly current: string }) {
  const pages = readingOrder(context);
  const index = pages.findIndex(({ path }) => path === current);
  const previous = pages[index - 1];
  const next = pages[index + 1];
  return (
    <nav class="docs-neighbours" aria-label="Pages voisines">
      {previous === undefined ? (
        <span />
      ) : (
        <a href={previous.path} rel="prev">
          <span class="quiet">Page précédente</span> {previous.label}
        </a>
      )}
      {next === undefined ? null : (
        <a href={next.path} rel="next">
          <span class="quiet">Page suivante</span> {next.label}
        </a>
      )}
    </nav>
  );
}

/** Every page, that of each route after their list. */
function readingOrder({
  operations,
}: DocContext): readonly { readonly path: string; readonly label: string }[] {
  const routes = operations.map(({ page, summary }) => ({ path: page, label: summary }));
  return DOC_PAGES.flatMap(({ slug, path, label }) =>
    slug === "reference" ? [{ path, label }, ...routes] : [{ path, label }],
  );
}

interface NavigationProps {
  readonly current: string;
  readonly sections: readonly Section[];
  /** The routes, listed while one reads the reference. */
  readonly operations: readonly Operation[];
}

/** The list of the pages: beside the text of a wide screen, behind its title on a narrow one. */
function Navigation({ current, sections, operations }: NavigationProps) {
  const isReference = current.startsWith(docPath("reference"));
  return (
    <details class="docs-nav">
      <summary>Sommaire de la documentation</summary>
      <nav aria-label="Documentation" tabindex="0">
        {GROUPS.map((group) => (
          <details class="docs-nav-group" open={group.id === "reference" || !isReference}>
            <summary>{group.label}</summary>
            <ul class="plain-list">
              {DOC_PAGES.filter((page) => page.group === group.id).map(({ path, label }) => (
                <li>
                  <Entry path={path} label={label} current={current} />
                  {path === current ? <Sections sections={sections} /> : null}
                </li>
              ))}
            </ul>
            {isReference && group.id === "reference" ? (
              <Routes operations={operations} current={current} />
            ) : null}
          </details>
        ))}
      </nav>
    </details>
  );
}

function Entry({
  path,
  label,
  current,
}: {
  readonly path: string;
  readonly label: string;
  readonly current: string;
}) {
  return (
    <a href={path} aria-current={path === current ? "page" : undefined}>
      {label}
    </a>
  );
}

function Sections({ sections }: { readonly sections: readonly Section[] }) {
  if (sections.length === 0) return null;
  return (
    <ul class="plain-list docs-nav-sections">
      {sections.map(({ anchor, title }) => (
        <li>
          <a href={`#${anchor}`}>{title}</a>
        </li>
      ))}
    </ul>
  );
}

/** The routes by the tags of the OpenAPI document; those of the page's own tag are in sight. */
function Routes({ operations, current }: Pick<NavigationProps, "operations" | "current">) {
  const byTag = [...Map.groupBy(operations, ({ tag }) => tag)];
  return (
    <>
      {byTag.map(([tag, routes]) => (
        <details class="docs-nav-tag" open={routes.some(({ page }) => page === current)}>
          <summary>{tag}</summary>
          <ul class="plain-list">
            {routes.map(({ page, summary }) => (
              <li>
                <Entry path={page} label={summary} current={current} />
              </li>
            ))}
          </ul>
        </details>
      ))}
    </>
  );
}
