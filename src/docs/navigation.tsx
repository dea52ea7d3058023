import type { Section } from "./markdown/render.tsx";
import type { Operation } from "./operations.ts";
import { DOC_PAGES, docPath, GROUPS } from "./site.ts";

export interface NavigationProps {
  /** Address of the page. */
  readonly current: string;
  /** The parts of the page, under its entry. */
  readonly sections: readonly Section[];
  /** The routes, listed while one reads the reference. */
  readonly operations: readonly Operation[];
}

/** The list of the pages: beside the text of a wide screen, behind its title on a narrow one. */
export function Navigation({ current, sections, operations }: NavigationProps) {
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
