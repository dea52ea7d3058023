import { frenchDate } from "../../bofip/days/days.ts";
import { coverageSentence } from "../../bofip/sources/coverage.ts";
import { ATTRIBUTION } from "../http/attribution.ts";
import type { ApiError } from "../http/errors/api-error.ts";
import { REFUSAL_STATUSES } from "../http/errors/statuses.ts";
import { exchangeOf } from "../http/exchange.ts";
import { CODES_PATH, lawListPath } from "./addresses.ts";
import { answerPrivatePage } from "./answer.ts";
import type { Child } from "./jsx/runtime.ts";
import { EmbeddedData, type LinkedData } from "./linked-data/embedded.tsx";
import { STYLESHEET } from "./stylesheet.ts";

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

/** The last day covered by a list: beyond it, an empty list does not mean that nothing was published. */
export function CoverageLine({ until }: { readonly until: string | null }) {
  return <p class="quiet">{coverageSentence(until)}</p>;
}

export const SITE_NAME = "Doctrine fiscale";

interface HeadProps {
  readonly title: string;
  readonly description?: string;
  readonly canonical?: string;
  /** Path of the Atom feed that follows the page. */
  readonly feed?: string;
  /** Whether search engines must not index it. */
  readonly isPrivate?: boolean;
  /** What the page is about, for machines. */
  readonly data?: LinkedData;
  /** Path of the page's stylesheet, when it is not the common one. */
  readonly stylesheet?: string;
}

/** The HTML around a page: its head, its stylesheet, the skip link for the keyboard. */
export function Shell({
  title,
  description,
  canonical,
  feed,
  isPrivate = false,
  stylesheet = STYLESHEET.href,
  data,
  children,
}: HeadProps & { readonly children: Child }) {
  return (
    <html lang="fr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} – ${SITE_NAME}`}</title>
        {description === undefined ? null : <meta name="description" content={description} />}
        {canonical === undefined ? null : <link rel="canonical" href={canonical} />}
        {feed === undefined ? null : <link rel="alternate" type="application/atom+xml" href={feed} />}
        {isPrivate ? <meta name="robots" content="noindex" /> : null}
        <link rel="stylesheet" href={stylesheet} />
        <link rel="icon" href={ICON} />
        {data === undefined ? null : <EmbeddedData data={data} />}
      </head>
      <body>
        <a class="skip-link" href="#contenu">
          Aller au contenu
        </a>
        {children}
      </body>
    </html>
  );
}

/** Inlined: one request less. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="5" fill="#1f3f77"/><text x="16" y="24" font-family="serif" font-size="23" text-anchor="middle" fill="#fff">§</text></svg>',
)}`;

/** Whether a refusal is shown to a reader: a page's, or of an unknown address outside the API asked by a browser. */
export function isForReader(request: Request, code: unknown, path: string): boolean {
  if (exchangeOf(request).isPage) return true;
  const isUnknown = code === "NOT_FOUND" && !path.startsWith("/v1/");
  return isUnknown && (request.headers.get("accept") ?? "").includes("text/html");
}

/** Words a refusal for a reader. */
export function wordRefusal({ entry, message }: ApiError): { title: string; text: string } {
  return { title: REFUSAL_STATUSES[entry.status].title, text: entry.toldReader ?? message };
}

/** The page that shows a refusal. */
export function refusalPage(refusal: ApiError): Response {
  const { title, text } = wordRefusal(refusal);
  return answerPrivatePage(
    <Page title={title}>
      <div class="refusal">
        <h1>{title}</h1>
        <p>{text}</p>
        <p>
          <a href="/">Chercher un document</a> · <a href="/plan">Parcourir le plan de classement</a>
        </p>
      </div>
    </Page>,
    refusal.status,
  );
}
