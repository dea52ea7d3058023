import { isWithin } from "../../../bofip/paragraphs/paragraph-number.ts";
import type { PackedEdition } from "../../../db/queries/texts/packed.ts";
import type { NamedParagraph } from "./ranked.ts";

/** A stretch of § that a § sends to; a whole document when it names no §. */
export interface Destination {
  readonly boiId: string;
  readonly range: { readonly de: string; readonly a: string } | null;
}

/** Where a § sends: to its own document first, then to others in the order of the text that cites them. */
export function destinationsOf(
  { boi_id, renvois, links }: Pick<PackedEdition, "boi_id" | "renvois" | "links">,
  numero: string | null,
): Destination[] {
  const own = renvois
    .filter(({ depuis }) => depuis === numero)
    .map(({ vers }) => ({ boiId: boi_id, range: { de: vers, a: vers } }));
  const others = links.flatMap(({ target, cibles }) =>
    cibles
      .filter(({ depuis }) => depuis === numero)
      .map(({ vers, jusqua }) => ({
        boiId: target,
        range: vers === null ? null : { de: vers, a: jusqua ?? vers },
      })),
  );
  return [...own, ...others];
}

/** The § of a destination: none for a whole document that has numbered ones, where all would be too many. */
export function paragraphsAt(
  { boi_id: boiId, spans }: Pick<PackedEdition, "boi_id" | "spans">,
  { range }: Destination,
): NamedParagraph[] {
  if (range === null) return spans.length === 0 ? [{ boiId, numero: null }] : [];
  const numeros = new Set(spans.map(({ numero }) => numero));
  return [...numeros].filter((numero) => isWithin(numero, range)).map((numero) => ({ boiId, numero }));
}
