import { paragraphAnchor } from "../addresses.ts";

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
