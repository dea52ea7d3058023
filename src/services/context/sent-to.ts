import { paragraphIndex, UntakenParagraphs } from "../../../bofip/paragraphs/paragraph-index.ts";
import type { ParagraphRange } from "../../../bofip/paragraphs/paragraph-number.ts";
import { oncePer } from "../../../bofip/reading/once-per.ts";
import type { PackedEdition } from "../../../db/queries/texts/packed.ts";
import type { NamedParagraph } from "./ranked.ts";

/** A stretch of § that a § sends to; a whole document when it names no §. */
export interface Destination {
  readonly boiId: string;
  readonly range: ParagraphRange | null;
}

type Sending = Pick<PackedEdition, "boi_id" | "renvois" | "links">;

/** Where a § sends: to its own document first, then to others in the order of the text that cites them. */
export function destinationsOf(edition: Sending, numero: string | null): readonly Destination[] {
  return destinationsByNumber(edition).get(numero) ?? [];
}

const destinationsByNumber = oncePer(({ boi_id, renvois, links }: Sending) => {
  const byNumber = new Map<string | null, Destination[]>();
  const send = (depuis: string | null, destination: Destination) => {
    const own = byNumber.get(depuis) ?? [];
    own.push(destination);
    byNumber.set(depuis, own);
  };
  for (const { depuis, vers } of renvois) send(depuis, { boiId: boi_id, range: { de: vers, a: vers } });
  for (const { target, cibles } of links)
    for (const { depuis, vers, jusqua } of cibles)
      send(depuis, { boiId: target, range: vers === null ? null : { de: vers, a: jusqua ?? vers } });
  return byNumber;
});

/**
 * The § of a destination: none for a whole document that has numbered ones, where all would be too many.
 * @param left those of its document that nothing has sent to yet: each is given once.
 */
export function paragraphsAt(
  { boi_id: boiId, spans }: Pick<PackedEdition, "boi_id" | "spans">,
  { range }: Destination,
  left = new UntakenParagraphs(paragraphIndex(spans)),
): NamedParagraph[] {
  if (range === null) return spans.length === 0 ? [{ boiId, numero: null }] : [];
  return [...new Set(left.take(range))].map((numero) => ({ boiId, numero }));
}
