import { trusted } from "../jsx/runtime.ts";

/** A value of JSON-LD: read by machines, never run. */
export type LinkedData = Readonly<Record<string, unknown>>;

/**
 * Writes JSON-LD into a page (JSON-LD 1.1, « Embedding JSON-LD in HTML Documents »). `<` is escaped, so that no text can
 * end the element; browsers run nothing of that media type, whatever the policy of the page.
 */
export function EmbeddedData({ data }: { readonly data: LinkedData }) {
  return trusted(
    `<script type="application/ld+json">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`,
  );
}
