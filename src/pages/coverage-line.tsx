import { coverageSentence } from "../../bofip/sources/coverage.ts";

/** The last day covered by a list: beyond it, an empty list does not mean that nothing was published. */
export function CoverageLine({ until }: { readonly until: string | null }) {
  return <p class="quiet">{coverageSentence(until)}</p>;
}
