import type { Heading } from "./body/outline.ts";

/**
 * The table of contents of a document, and a link back to its top. Beside the text where there is room; elsewhere a
 * sticky bar that opens.
 */
export function Contents({ headings }: { readonly headings: readonly Heading[] }) {
  return (
    <nav class="contents" aria-label="Sommaire">
      <details>
        <summary>Sommaire</summary>
        <ul class="plain-list">
          {headings.map(({ id, text, depth }) => (
            <li class={`depth-${depth}`}>
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
        </ul>
      </details>
      <a class="to-top" href="#contenu">
        Haut de page
      </a>
    </nav>
  );
}
