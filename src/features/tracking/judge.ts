import type { CitedEdition, TrackedText } from "../../../db/queries/citations/editions.ts";
import type { TrackedState } from "./answer.ts";
import type { DocumentTexts } from "./document-texts.ts";
import { findPinned, type PinnedText, type TrackedReference } from "./pinned.ts";

/** What became of the text that a reference names. */
export interface Verdict {
  readonly etat: TrackedState;
  /** Day since when it is so, `YYYY-MM-DD`; null for what is unchanged or unknown. */
  readonly depuis: string | null;
  /** Current number of the words, for those that moved. */
  readonly numeroActuel: string | null;
  /** Null when no stored text matches the reference. */
  readonly pinned: PinnedText | null;
  /** The edition in force, when its text is another one. */
  readonly shown: CitedEdition | null;
  /** That text. */
  readonly now: TrackedText | null;
}

const NOTHING = { depuis: null, numeroActuel: null, pinned: null, shown: null, now: null } as const;

/** Whether the text that a reference names is still its document's, word for word; `editions` newest first, or none. */
export async function judgeReference(
  reference: TrackedReference,
  editions: readonly CitedEdition[],
  texts: DocumentTexts,
): Promise<Verdict> {
  const shown = editions.find(({ isShown }) => isShown);
  if (shown === undefined) return { ...NOTHING, etat: "non_detenue" };
  const found = await findPinned(reference, editions, texts);
  if (found === "unknown") return { ...NOTHING, etat: "inconnue" };
  const pinned = typeof found === "string" ? null : found;
  if (shown.documentStatut !== "en_vigueur") {
    const etat = shown.documentStatut === "retire" ? "retiree" : "transferee";
    return { ...NOTHING, etat, depuis: shown.date_fin, pinned };
  }
  const now = pinned === null ? null : await texts.current(shown);
  if (pinned === null || now === null) return { ...NOTHING, etat: "non_detenue", pinned };
  return await compareWithShown(pinned, reference.numero, { shown, now, editions, texts });
}

interface Document {
  readonly shown: CitedEdition;
  /** The text that it shows. */
  readonly now: TrackedText;
  readonly editions: readonly CitedEdition[];
  readonly texts: DocumentTexts;
}

async function compareWithShown(
  pinned: PinnedText,
  numero: string | null,
  { shown, now, editions, texts }: Document,
): Promise<Verdict> {
  const isSame = (edition: CitedEdition) => hasSame(edition, pinned.present, numero, texts);
  if (await isSame(shown)) return { ...NOTHING, etat: "inchangee", pinned };
  const moved = numero === null ? undefined : (await texts.paragraphs(shown)).numbers.get(pinned.present);
  const isStill =
    moved === undefined && numero !== null
      ? async (edition: CitedEdition) => (await texts.paragraphs(edition)).numbers.has(pinned.present)
      : isSame;
  return {
    etat: moved === undefined ? "modifiee" : "deplacee",
    depuis: await firstWithout(pinned, editions, isStill),
    numeroActuel: moved ?? null,
    pinned,
    shown,
    now,
  };
}

/** Whether an edition has these words in the same place: under that number, or as its whole text. */
async function hasSame(
  edition: CitedEdition,
  wanted: string,
  numero: string | null,
  texts: DocumentTexts,
): Promise<boolean> {
  if (numero === null) return (await texts.current(edition))?.empreinte === wanted;
  return (await texts.paragraphs(edition)).has(numero, wanted);
}

/** Start of the first edition without the words; null when they were corrected within their own, on an unknown day. */
async function firstWithout(
  pinned: PinnedText,
  editions: readonly CitedEdition[],
  isStill: (edition: CitedEdition) => Promise<boolean>,
): Promise<string | null> {
  let next: string | null = null;
  for (const edition of editions.filter(wasInForce)) {
    if (await isStill(edition)) return next;
    if (edition.date_debut <= pinned.edition.date_debut) return null;
    next = edition.date_debut;
  }
  return next;
}

function wasInForce({ hasText, date_debut, date_fin }: CitedEdition): boolean {
  return hasText && date_debut !== date_fin;
}
