import { ATTRIBUTION } from "../attribution.ts";
import type { Child } from "./jsx/runtime.ts";
import { SearchForm } from "./search-form.tsx";
import { STYLESHEET } from "./stylesheet.ts";

export const SITE_NAME = "Doctrine fiscale";

/** The entry of the main navigation that a page belongs to. */
export type Section = "recherche" | "plan" | "documentation";

export interface PageProps {
  /** Title of the tab, before the name of the site. */
  readonly title: string;
  readonly description?: string;
  /** Absolute address that search engines should know the page by. */
  readonly canonical?: string;
  readonly section?: Section;
  /** Whether the search box stands in the header; not where the page has its own. */
  readonly hasSearch?: boolean;
  readonly children: Child;
}

/** The frame of every page: header, navigation, main part, attribution and notice of independence. */
export function Page({ title, description, canonical, section, hasSearch = true, children }: PageProps) {
  return (
    <html lang="fr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} – ${SITE_NAME}`}</title>
        {description === undefined ? null : <meta name="description" content={description} />}
        {canonical === undefined ? null : <link rel="canonical" href={canonical} />}
        <link rel="stylesheet" href={STYLESHEET.href} />
        <link rel="icon" href={ICON} />
      </head>
      <body>
        <a class="skip-link" href="#contenu">
          Aller au contenu
        </a>
        <Header section={section} hasSearch={hasSearch} />
        <main id="contenu" class="frame" tabindex="-1">
          {children}
        </main>
        <Footer />
      </body>
    </html>
  );
}

const ENTRIES: readonly { readonly section: Section; readonly href: string; readonly label: string }[] = [
  { section: "recherche", href: "/", label: "Recherche" },
  { section: "plan", href: "/plan", label: "Plan de classement" },
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
        <nav class="site-nav" aria-label="Navigation principale">
          <ul>
            {ENTRIES.map((entry) => (
              <li>
                <a href={entry.href} aria-current={entry.section === section ? "true" : undefined}>
                  {entry.label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {hasSearch ? <SearchForm isCompact /> : null}
      </div>
    </header>
  );
}

function Footer() {
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

/** Drawn in the page itself: one request less. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="5" fill="#1f3f77"/><text x="16" y="24" font-family="serif" font-size="23" text-anchor="middle" fill="#fff">§</text></svg>',
)}`;
