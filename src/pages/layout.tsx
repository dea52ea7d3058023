import { frenchDate } from "../../bofip/days/french-date.ts";
import { ATTRIBUTION } from "../http/attribution.ts";
import { CODES_PATH, lawListPath } from "./addresses.ts";
import type { Child } from "./jsx/runtime.ts";
import { type HeadProps, Shell, SITE_NAME } from "./shell.tsx";

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

/** An entry of the navigation of a header. */
export interface SiteEntry {
  readonly section: string;
  readonly href: string;
  readonly label: string;
}

interface SiteNavProps {
  readonly entries: readonly SiteEntry[];
  /** The entry of the page. */
  readonly current: string | undefined;
}

/** The main navigation of the public pages and of the operator's, with the page's own section marked. */
export function SiteNav({ entries, current }: SiteNavProps) {
  return (
    <nav class="site-nav" aria-label="Navigation principale">
      <ul>
        {entries.map((entry) => (
          <li>
            <a href={entry.href} aria-current={entry.section === current ? "true" : undefined}>
              {entry.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What a search is restricted to: a node of the plan, and its name. */
export interface SearchBranch {
  readonly chemin: string;
  readonly titre: string;
}

interface SearchFormProps {
  /** For the header of a page. */
  readonly isCompact?: boolean;
  readonly q?: string;
  /** Absent or null: the whole plan. */
  readonly branch?: SearchBranch | null;
  /** The day whose editions are searched, `YYYY-MM-DD`; absent or null: today. */
  readonly day?: string | null;
}

/** The search box for documents, by words, question or identifier. */
export function SearchForm({ isCompact = false, q = "", branch = null, day = null }: SearchFormProps) {
  const id = isCompact ? "recherche-entete" : "recherche";
  return (
    <search class={isCompact ? "search search-compact" : "search"}>
      <form action="/" method="get">
        <label for={id} class={isCompact ? "visually-hidden" : undefined}>
          {branch === null
            ? "Mots, question ou identifiant d'un document"
            : `Chercher dans « ${branch.titre} »`}
        </label>
        {branch === null ? null : <input type="hidden" name="chemin" value={branch.chemin} />}
        <div class="search-row">
          <input
            id={id}
            name="q"
            type="search"
            value={q}
            required
            minlength={2}
            maxlength={200}
            placeholder={isCompact ? placeholderOf(day) : undefined}
            autocomplete="off"
            spellcheck="false"
          />
          <button type="submit">Chercher</button>
        </div>
        {isCompact ? <KeptDay day={day} /> : <DayField day={day} />}
        {isCompact ? null : (
          <p class="quiet">
            Une question, des mots, ou <a href="/docs/recherche#operateurs">la syntaxe exacte</a> : «
            expression », OU, SAUF, préf*.
          </p>
        )}
      </form>
    </search>
  );
}

function placeholderOf(day: string | null): string {
  return day === null ? "Mots ou identifiant" : `Textes du ${frenchDate(day)}`;
}

/** The header has no room for the field: it goes on looking at the same day. */
function KeptDay({ day }: { readonly day: string | null }) {
  return day === null ? null : <input type="hidden" name="date" value={day} />;
}

function DayField({ day }: { readonly day: string | null }) {
  return (
    <p class="search-day">
      <label for="recherche-date">Textes en vigueur le</label>{" "}
      <input id="recherche-date" name="date" type="date" value={day ?? ""} min="2012-09-12" />{" "}
      <span class="quiet">{day === null ? "vide : aujourd'hui" : null}</span>
    </p>
  );
}
