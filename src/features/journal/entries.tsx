import { frenchDate } from "../../../bofip/days/french-date.ts";
import { DocumentEntry } from "../../pages/lists/document-entry.tsx";
import type { JournalEntry } from "./answer.ts";
import { entryPath, eventWords, scopeWords } from "./event-labels.ts";

/**
 * Entries of the journal: the document or the actualité, then what happened to it, when, and how significant it is.
 */
export function JournalEntries({ entries }: { readonly entries: readonly JournalEntry[] }) {
  return (
    <ul class="entries">
      {entries.map((entry) => (
        <li>
          <Entry entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ entry }: { readonly entry: JournalEntry }) {
  const { boi_id: boiId, titre, actualite } = entry;
  const notes = [eventWords(entry), ...receptionWords(entry), ...scopeWords(entry)];
  if (boiId !== null)
    return <DocumentEntry href={entryPath(entry)} titre={titre} boiId={boiId} notes={notes} />;
  return (
    <a class="entry" href={entryPath(entry)}>
      <span class="entry-title">{titre}</span>{" "}
      <span class="entry-meta">{[actualite?.id ?? "", ...notes].join(" · ")}</span>
    </a>
  );
}

/** When the service learnt of it; empty for what was stored before these instants were recorded. */
function receptionWords({ detecte_le: instant }: JournalEntry): string[] {
  return instant === null ? [] : [`reçu le ${frenchDate(instant.slice(0, 10))}`];
}
