import type { Child } from "../pages/jsx/runtime.ts";
import { Page } from "../pages/layout.tsx";
import { DOC_PAGES, type DocSlug, entryOf } from "./site.ts";

export interface DocFrameProps {
  readonly slug: DocSlug;
  readonly publicUrl: string;
  /** What stands after the title, in place of the page's summary. */
  readonly lead?: Child;
  /** Whether the page takes the whole width under its title. */
  readonly isWide?: boolean;
  /** Address of the page's stylesheet, when it is not that of all pages. */
  readonly stylesheet?: string;
  readonly children: Child;
}

/** The frame of a page of the documentation: navigation between the pages, title, text, neighbours. */
export function DocFrame({ slug, publicUrl, lead, isWide = false, stylesheet, children }: DocFrameProps) {
  const { path, title, summary } = entryOf(slug);
  return (
    <Page
      title={slug === "demarrer" ? title : `${title} – API`}
      description={summary}
      canonical={publicUrl + path}
      section="documentation"
      hasSearch={false}
      {...(stylesheet === undefined ? {} : { stylesheet })}
    >
      <div class={isWide ? "docs docs-wide" : "docs"}>
        <Navigation current={slug} />
        <article class="docs-article">
          <h1>{title}</h1>
          <p class="lead">{lead ?? summary}</p>
          {children}
          <Neighbours current={slug} />
        </article>
      </div>
    </Page>
  );
}

function Navigation({ current }: { readonly current: DocSlug }) {
  return (
    <nav class="docs-nav" aria-label="Documentation">
      <ul class="plain-list">
        {DOC_PAGES.map(({ slug, path, label }) => (
          <li>
            <a href={path} aria-current={slug === current ? "page" : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Neighbours({ current }: { readonly current: DocSlug }) {
  const index = DOC_PAGES.findIndex(({ slug }) => slug === current);
  const previous = DOC_PAGES[index - 1];
  const next = DOC_PAGES[index + 1];
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
