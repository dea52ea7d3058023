import { consultationPath, paragraphAnchor } from "../addresses.ts";

/** What a reader goes through; the document itself has the others. */
const MOST_LINKS = 12;

export interface ParagraphLinksProps {
  readonly boiId: string;
  readonly numeros: readonly string[];
}

/** The way to the first § of a document among those, under its entry in a list; nothing when there is none. */
export function ParagraphLinks({ boiId, numeros }: ParagraphLinksProps) {
  if (numeros.length === 0) return null;
  const shown = numeros.slice(0, MOST_LINKS);
  return (
    <p class="entry-links">
      {shown.map((numero) => (
        <>
          <a href={`${consultationPath(boiId)}#${paragraphAnchor(numero)}`}>{paragraphName(numero)}</a>{" "}
        </>
      ))}
      {shown.length < numeros.length ? "…" : ""}
    </p>
  );
}

/** The number of a §, which no line parts from its sign. */
export function paragraphName(numero: string): string {
  return `§\u00a0${numero}`;
}
