/** The search box for documents, by words, question or identifier. Compact = in the header of a page. */
export function SearchForm({ isCompact = false, q = "" }: { isCompact?: boolean; q?: string }) {
  const id = isCompact ? "recherche-entete" : "recherche";
  return (
    <search class={isCompact ? "search search-compact" : "search"}>
      <form action="/" method="get">
        <label for={id} class={isCompact ? "visually-hidden" : undefined}>
          Mots, question ou identifiant d'un document
        </label>
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
