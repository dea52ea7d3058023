import { trusted } from "../jsx/runtime.ts";

/** A value of JSON-LD: read by machines, never run. */
export type LinkedData = Readonly<Record<string, unknown>>;

/** JSON-LD in a page (JSON-LD 1.1, « Embedding »), `<` escaped: no text ends the element, and browsers run none. */
export function EmbeddedData({ data }: { readonly data: LinkedData }) {
  return trusted(
    `<script type="application/ld+json">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`,
  );
}
