import { frenchDate } from "../../bofip/days/french-date.ts";

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
