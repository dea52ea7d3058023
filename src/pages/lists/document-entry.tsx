import type { Child } from "../jsx/runtime.ts";
import { splitTitle } from "./title.ts";

export interface DocumentEntryProps {
  readonly href: string;
  readonly titre: string;
  readonly boiId: string;
  /** What else is said of it, after its identifier. */
  readonly notes?: readonly Child[];
}

/** A document in a list: what it is about first, then its place in the plan, then how it is named. */
export function DocumentEntry({ href, titre, boiId, notes = [] }: DocumentEntryProps) {
  const { leaf, chain } = splitTitle(titre);
  return (
    <a class="entry" href={href}>
      <span class="entry-title">{leaf}</span> {/* The series alone is told by the identifier. */}
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
