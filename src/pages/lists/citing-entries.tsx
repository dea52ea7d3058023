import { consultationPath } from "../addresses.ts";
import type { Child } from "../jsx/runtime.ts";
import { DocumentEntry } from "./document-entry.tsx";
import { ParagraphLinks } from "./paragraph-links.tsx";

/** A document that cites something, and its § that do. */
interface CitingEntry {
  readonly boi_id: string;
  readonly titre: string;
  readonly paragraphes: readonly string[];
}

interface CitingEntriesProps<Document extends CitingEntry> {
  readonly documents: readonly Document[];
  /** What follows the identifier of each. */
  readonly note: (document: Document) => Child;
}

/** The documents that cite what a page is about, each with links to its §. */
export function CitingEntries<Document extends CitingEntry>({
  documents,
  note,
}: CitingEntriesProps<Document>) {
  return (
    <ul class="entries">
      {documents.map((document) => (
        <li>
          <DocumentEntry
            href={consultationPath(document.boi_id)}
            titre={document.titre}
            boiId={document.boi_id}
            notes={[note(document)]}
          />
          <ParagraphLinks page={consultationPath(document.boi_id)} numeros={document.paragraphes} />
        </li>
      ))}
    </ul>
  );
}
