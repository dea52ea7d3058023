import type { Child } from "../jsx/runtime.ts";
import { splitTitle } from "./title.ts";

interface DocumentEntryProps {
  readonly href: string;
  readonly titre: string;
  readonly boiId: string;
  /** What follows its identifier. */
  readonly notes?: readonly Child[];
}

/** A document in a list: its subject first, then its place in the plan, then its identifier. */
export function DocumentEntry({ href, titre, boiId, notes = [] }: DocumentEntryProps) {
  const { leaf, chain } = splitTitle(titre);
  return (
    <a class="entry" href={href}>
      <span class="entry-title">{leaf}</span> {/* The identifier already gives the series. */}
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
