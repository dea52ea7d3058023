import type { Neighbour, Neighbours } from "../../services/neighbours.ts";
import { consultationPath } from "../addresses.ts";
import { splitTitle } from "../lists/title.ts";

/** Links to the previous and next documents of the plan. */
export function NeighbourLinks({ neighbours: { previous, next } }: { readonly neighbours: Neighbours }) {
  if (previous === undefined && next === undefined) return null;
  return (
    <nav class="neighbours" aria-label="Documents voisins du plan">
      {previous === undefined ? null : <NeighbourLink label="Précédent" rel="prev" document={previous} />}
      {next === undefined ? null : <NeighbourLink label="Suivant" rel="next" document={next} />}
    </nav>
  );
}

interface NeighbourLinkProps {
  readonly label: string;
  readonly rel: "prev" | "next";
  readonly document: Neighbour;
}

function NeighbourLink({ label, rel, document: { boiId, titre } }: NeighbourLinkProps) {
  return (
    <a class={`neighbour neighbour-${rel}`} rel={rel} href={consultationPath(boiId)}>
      <span class="neighbour-label">{label}</span> <span class="entry-title">{splitTitle(titre).leaf}</span>{" "}
      <span class="identifier">{boiId}</span>
    </a>
  );
}
