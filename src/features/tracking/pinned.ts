import type { CitedEdition, TrackedText } from "../../../db/queries/citations/editions.ts";
import { editionAt } from "../../../db/queries/texts/editions-at.ts";
import type { DocumentTexts } from "./document-texts.ts";

/** A text that somebody relied on, a § or a whole document, identified by a day or by a fingerprint. */
export interface TrackedReference {
  readonly boiId: string;
  /** Null for the whole document. */
  readonly numero: string | null;
  readonly pin: { readonly date: string } | { readonly empreinte: string };
}

/** The text that a reference names. */
export interface PinnedText {
  readonly edition: CitedEdition;
  /** Fingerprint of its whole text. */
  readonly ofText: string;
  /** Its text under the current derivation, as far as it is held. */
  readonly text: TrackedText;
  /** Fingerprint of what is relied on, as given. */
  readonly empreinte: string;
  /** That fingerprint under the current derivation: a new version of our parser changes no word of the source. */
  readonly present: string;
}

/** Why no text matches: no edition or text of that day is held, or a held document never had such a text. */
type Missing = "not held" | "unknown";

/** Finds the text that a reference names, the first one of its number; by a fingerprint, in the latest edition. */
export async function findPinned(
  { numero, pin }: TrackedReference,
  editions: readonly CitedEdition[],
  texts: DocumentTexts,
): Promise<PinnedText | Missing> {
  const held = editions.filter(({ hasText }) => hasText);
  return "date" in pin
    ? await findByDate(held, texts, pin.date, numero)
    : await findByFingerprint(held, texts, pin.empreinte, numero);
}

async function findByDate(
  held: readonly CitedEdition[],
  texts: DocumentTexts,
  date: string,
  numero: string | null,
): Promise<PinnedText | Missing> {
  const edition = editionAt(held, date);
  const text = edition === undefined ? null : await texts.current(edition);
  if (edition === undefined || text === null) return "not held";
  const empreinte = texts.fingerprintIn(text, numero);
  if (empreinte === null) return "unknown";
  return { edition, ofText: text.empreinte, text, empreinte, present: empreinte };
}

/** The latest edition, as a rule the right one, is read first; then the others at once. */
async function findByFingerprint(
  held: readonly CitedEdition[],
  texts: DocumentTexts,
  asked: string,
  numero: string | null,
): Promise<PinnedText | Missing> {
  const isSaid = texts.hasSaid(asked);
  if (numero === null && !isSaid) return "unknown";
  let isHeld = false;
  for (const [rank, edition] of held.entries()) {
    if (rank > 0) await texts.read(held);
    const all = await texts.texts(edition);
    for (const text of all) {
      const empreinte = texts.fingerprintIn(text, numero);
      isHeld ||= text.empreinte === asked;
      if (empreinte === null || (text.empreinte !== asked && empreinte !== asked)) continue;
      const present = all.find((other) => other.empreinte === text.presentEmpreinte);
      const now = present === undefined ? null : texts.fingerprintIn(present, numero);
      const own = { ofText: text.empreinte, text: present ?? text };
      return { edition, ...own, empreinte, present: now ?? empreinte };
    }
  }
  return isSaid && !isHeld ? "not held" : "unknown";
}
