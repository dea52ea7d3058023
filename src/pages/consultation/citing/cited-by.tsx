import type { CitingDocument } from "../../../schemas/answers/citing.ts";
import { citingPath } from "../../addresses.ts";
import { CitingEntries } from "./view.tsx";

interface CitedByProps {
  readonly boiId: string;
  readonly total: number;
  readonly first: readonly CitingDocument[];
}

/**
 * The documents in force that cite the one on the page, the ones with most mentions first; nothing when there are
 * none.
 */
export function CitedBy({ boiId, total, first }: CitedByProps) {
  if (total === 0) return null;
  return (
    <section class="appendix" aria-labelledby="citants">
      <h2 id="citants">Cité par</h2>
      <CitingEntries citants={first} />
      {total === first.length ? null : (
        <p class="appendix-more">
          <a href={citingPath(boiId)}>Les {total} documents en vigueur qui le citent</a>
        </p>
      )}
    </section>
  );
}
