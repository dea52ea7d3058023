import { NO_FILTER } from "../../../db/engine/document-filter.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readHitSources } from "../../../db/queries/hits.ts";
import { fold } from "../../../search/fulltext/analyzer/index.ts";
import { Finder } from "../../../search/fulltext/excerpt/finder.ts";
import type { FullTextReader } from "../../../search/fulltext/port.ts";
import { readQuery } from "./warning.ts";

/** Spells an index word, which has no accents, as the texts do: « exonération ». Unchanged when no text shows it. */
export async function spelled(
  { database, fulltext }: { readonly database: Database; readonly fulltext: FullTextReader },
  word: string,
): Promise<string> {
  const query = readQuery(word);
  if (query === null) return word;
  const { hits } = await fulltext.search({ query: query.node, filter: NO_FILTER, limit: 1, offset: 0 });
  const sources = await readHitSources(
    database,
    hits.map(({ boiId }) => boiId),
  );
  for (const { titre, contenu_texte } of sources.values()) {
    const text = `${titre} ${contenu_texte}`.normalize("NFC");
    for (const { start, end } of new Finder(query.node).matches(text)) {
      const written = text.slice(start, end).toLowerCase();
      if (fold(written) === word) return written;
    }
  }
  return word;
}
