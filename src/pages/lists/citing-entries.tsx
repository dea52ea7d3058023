import { consultationPath, paragraphAnchor } from "../addresses.ts";
import type { Child } from "../jsx/runtime.ts";
import { splitTitle } from "./how-cited.ts";

interface CitingEntry {
  readonly boi_id: string;
  readonly titre: string;
  readonly paragraphes: readonly string[];
}

interface CitingEntriesProps<Document extends CitingEntry> {
  readonly documents: readonly Document[];
  /** What follows the identifier of each, if anything. */
  readonly note?: (document: Document) => Child;
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
            notes={note === undefined ? [] : [note(document)]}
          />
          <ParagraphLinks page={consultationPath(document.boi_id)} numeros={document.paragraphes} />
        </li>
      ))}
    </ul>
  );
}

/** As many as a reader goes through; the document itself lists the others. */
const MOST_LINKS = 12;

interface ParagraphLinksProps {
  /** Path of the page of the document, or of one of its editions. */
  readonly page: string;
  readonly numeros: readonly string[];
}

/** Links to the first of these § of a document, under its entry in a list; nothing when there are none. */
export function ParagraphLinks({ page, numeros }: ParagraphLinksProps) {
  if (numeros.length === 0) return null;
  const shown = numeros.slice(0, MOST_LINKS);
  return (
    <p class="entry-links">
      {shown.map((numero) => (
        <>
          <a href={`${page}#${paragraphAnchor(numero)}`}>{paragraphName(numero)}</a>{" "}
        </>
      ))}
      {shown.length < numeros.length ? "…" : ""}
    </p>
  );
}

/** The number of a §, which never breaks from its sign. */
export function paragraphName(numero: string): string {
  return `§\u00a0${numero}`;
}

interface DocumentEntryProps {
  readonly href: string;
  readonly titre: string;
  readonly boiId: string;
  /** What follows its identifier. */
  readonly notes?: readonly Child[];
}

/** A document in a list: its subject first, then its place in the plan, then its identifier. */
export function DocumentEntry({ href, titre, boiId, notes = [] }: DocumentEntryProps) {
  const { leaf, chain } = splitTitle(titre);
  return (
    <a class="entry" href={href}>
      <span class="entry-title">{leaf}</span> {/* The identifier already gives the series. */}
      {chain.length < 2 ? null : <span class="entry-chain">{chain.join(" › ")} </span>}
      <span class="entry-meta">
        <span class="identifier">{boiId}</span>
        {notes.map((note) => (
          <> · {note}</>
        ))}
      </span>
    </a>
  );
}
