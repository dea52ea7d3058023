import type { Child } from "../../pages/jsx/runtime.ts";
import { Footer, Shell, type SiteEntry, SiteNav } from "../../pages/layout.tsx";
import type { Session } from "../../sessions/cookie.ts";
import { SignOutForm } from "../../sessions/forms.tsx";
import { PATHS } from "./context.ts";

type DashboardSection = "etat" | "cles" | "ingestions";

const ENTRIES: readonly (SiteEntry & { readonly section: DashboardSection })[] = [
  { section: "etat", href: PATHS.home, label: "État" },
  { section: "cles", href: PATHS.keys, label: "Clés" },
  { section: "ingestions", href: PATHS.runs, label: "Ingestions" },
];

interface DashboardProps {
  readonly title: string;
  /** Null before signing in. */
  readonly session: Session | null;
  readonly section?: DashboardSection;
  readonly children: Child;
}

/** The layout of the operator's pages. */
export function Dashboard({ title, session, section, children }: DashboardProps) {
  return (
    <Shell title={`${title} – Tableau de bord`} isPrivate>
      <header class="site-header">
        <div class="frame site-header-row">
          <a class="brand" href={PATHS.home}>
            <span class="brand-name">Tableau de bord</span>
            <span class="brand-note">API de la doctrine fiscale</span>
          </a>
          {session === null ? null : <Navigation session={session} section={section} />}
        </div>
      </header>
      <main id="contenu" class="frame dashboard" tabindex="-1">
        {children}
      </main>
      <Footer />
    </Shell>
  );
}

interface NavigationProps {
  readonly session: Session;
  readonly section: DashboardSection | undefined;
}

function Navigation({ session, section }: NavigationProps) {
  return (
    <>
      <SiteNav entries={ENTRIES} current={section} />
      <SignOutForm action={PATHS.signOut} session={session} />
    </>
  );
}
