import { ATTRIBUTION } from "../http/attribution.ts";
import type { Child } from "./jsx/runtime.ts";
import { SearchForm } from "./search-form.tsx";
import { type HeadProps, Shell, SITE_NAME } from "./shell.tsx";
import { type SiteEntry, SiteNav } from "./site-nav.tsx";

/** The entry of the main navigation that a page belongs to. */
type Section = "recherche" | "plan" | "actualites" | "documentation";

interface PageProps extends HeadProps {
  readonly section?: Section;
  /** Whether the header has the search box; not on pages that have their own. */
  readonly hasSearch?: boolean;
  readonly children: Child;
}

/** The layout of every page: header, navigation, main part, attribution and notice of independence. */
export function Page({ section, hasSearch = true, children, ...head }: PageProps) {
  return (
    <Shell {...head}>
      <Header section={section} hasSearch={hasSearch} />
      <main id="contenu" class="frame" tabindex="-1">
        {children}
      </main>
      <Footer />
    </Shell>
  );
}

const ENTRIES: readonly (SiteEntry & { readonly section: Section })[] = [
  { section: "recherche", href: "/", label: "Recherche" },
  { section: "plan", href: "/plan", label: "Plan" },
  { section: "actualites", href: "/actualites", label: "Actualités" },
  { section: "documentation", href: "/docs", label: "API" },
];

interface HeaderProps {
  readonly section: Section | undefined;
  readonly hasSearch: boolean;
}

function Header({ section, hasSearch }: HeaderProps) {
  return (
    <header class="site-header">
      <div class="frame site-header-row">
        <a class="brand" href="/">
          <span class="brand-name">{SITE_NAME}</span>
          <span class="brand-note">Consultation indépendante du BOFiP-Impôts</span>
        </a>
        <SiteNav entries={ENTRIES} current={section} />
        {hasSearch ? <SearchForm isCompact /> : null}
      </div>
    </header>
  );
}

/** The attribution and the notice of independence. */
export function Footer() {
  return (
    <footer class="site-footer">
      <div class="frame">
        <p>
          <strong>Service indépendant, sans lien avec l'administration.</strong> Seule la{" "}
          <a href="https://bofip.impots.gouv.fr/" rel="external">
            publication officielle
          </a>{" "}
          fait foi.
        </p>
        <p>Source : {ATTRIBUTION}.</p>
      </div>
    </footer>
  );
}
