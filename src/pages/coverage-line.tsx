import { coverageSentence } from "../../bofip/sources/coverage.ts";

/** Up to which day what a page lists is known: beyond it, nothing listed is no sign that nothing was published. */
export function CoverageLine({ until }: { readonly until: string | null }) {
  return <p class="quiet">{coverageSentence(until)}</p>;
}
