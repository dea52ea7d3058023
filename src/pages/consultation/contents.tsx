import type { Heading } from "./body/outline.ts";

/** The table of contents of a document. */
export function Contents({ headings }: { readonly headings: readonly Heading[] }) {
  return (
    <nav class="contents" aria-labelledby="sommaire">
      <h2 id="sommaire">Sommaire</h2>
      <ul class="plain-list">
        {headings.map(({ id, text, depth }) => (
          <li class={`depth-${depth}`}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
