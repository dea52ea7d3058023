import { ATTRIBUTION } from "../http/attribution.ts";
import { CODES_PATH, lawListPath } from "./addresses.ts";
import type { Child } from "./jsx/runtime.ts";
import { SearchForm } from "./search-form.tsx";
import { type HeadProps, Shell, SITE_NAME } from "./shell.tsx";
import { type SiteEntry, SiteNav } from "./site-nav.tsx";

/** The entry of the main navigation that a page belongs to. */
type Section = "recherche" | "plan" | "articles" | "decisions" | "actualites" | "documentation";

interface PageProps extends HeadProps {
  readonly section?: Section;
  /** Whether the header has the search box; not on pages that have their own. */
  readonly hasSearch?: boolean;
  /** The day whose editions that search box looks at; absent or null: today. */
  readonly searchDay?: string | null;
  readonly children: Child;
}

/** The layout of every page: header, navigation, main part, attribution and notice of independence. */
export function Page({ section, hasSearch = true, searchDay = null, children, ...head }: PageProps) {
  return (
    <Shell {...head}>
      <Header section={section} hasSearch={hasSearch} searchDay={searchDay} />
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
  { section: "articles", href: CODES_PATH, label: "Articles" },
  { section: "decisions", href: lawListPath("decision"), label: "Décisions" },
  { section: "actualites", href: "/actualites", label: "Actualités" },
  { section: "documentation", href: "/docs", label: "API" },
];

interface HeaderProps {
  readonly section: Section | undefined;
  readonly hasSearch: boolean;
  readonly searchDay: string | null;
}

function Header({ section, hasSearch, searchDay }: HeaderProps) {
  return (
    <header class="site-header">
      <div class="frame site-header-row">
        <a class="brand" href="/">
          <span class="brand-name">{SITE_NAME}</span>
          <span class="brand-note">Consultation indépendante du BOFiP-Impôts</span>
        </a>
        <SiteNav entries={ENTRIES} current={section} />
        {hasSearch ? <SearchForm isCompact day={searchDay} /> : null}
      </div>
    </header>
  );
}

/** The attribution and the notice of independence. */
export function Footer() {
  return (
    <footer class="site-footer">
      <div class="frame">
        <p class="to-account">
          <a href="/compte">Votre compte</a> : clés d'API, usage du mois, refus.
        </p>
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
