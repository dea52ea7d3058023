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
}

/** The search box for documents, by words, question or identifier. */
export function SearchForm({ isCompact = false, q = "", branch = null }: SearchFormProps) {
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
            placeholder={isCompact ? "Mots ou identifiant" : undefined}
            autocomplete="off"
            spellcheck="false"
          />
          <button type="submit">Chercher</button>
        </div>
      </form>
    </search>
  );
}
