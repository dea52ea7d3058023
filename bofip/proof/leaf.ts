import { fingerprint, sha256 } from "../text/characters.ts";

/** What a leaf records: events of the journal that bring or drop a text, and those of the log itself. */
const LEAF_EVENTS = [
  "edition",
  "rectification",
  "actualite",
  "effacement",
  /** A new parser changed the fingerprint of a text received before. */
  "derivation",
  /** A new key: `fichier` is a note of it, signed by the former one. */
  "cle",
  /** The log follows another: `fichier` is that one's last known checkpoint. */
  "reprise",
] as const;

export type LeafEvent = (typeof LEAF_EVENTS)[number];

/** A leaf of the log (contract, « Proof beyond our word »); what is unknown is null. */
export interface Leaf {
  readonly evenement: LeafEvent;
  readonly boi_id: string | null;
  /** Start of validity, or the day of an actualité, `YYYY-MM-DD`. */
  readonly date_debut: string | null;
  readonly pgp: number | null;
  readonly empreinte: string | null;
  /** SHA-256 of the official bytes. */
  readonly empreinte_source: string | null;
  /** Version of the parser that gave `empreinte`. */
  readonly derivation: number | null;
  readonly genre: string | null;
  readonly fichier: string | null;
  readonly empreinte_fichier: string | null;
  /** Instant, ISO 8601. */
  readonly recue_le: string | null;
  /** `printOfParagraphs` of the text's §. */
  readonly paragraphes: string | null;
}

/** A leaf as hashed and served for ever, members in the contract's order; version 1 has no `paragraphes`. */
export function writeLeaf(leaf: Leaf): string {
  const { evenement, boi_id, date_debut, pgp, empreinte, empreinte_source, derivation } = leaf;
  const { genre, fichier, empreinte_fichier, recue_le, paragraphes } = leaf;
  const text = { evenement, boi_id, date_debut, pgp, empreinte, empreinte_source, derivation };
  return JSON.stringify({ v: 2, ...text, genre, fichier, empreinte_fichier, recue_le, paragraphes });
}

/** Number and fingerprint of each § of a text, in order. */
export function paragraphPrints(
  texte: string,
  spans: readonly { readonly numero: string; readonly start: number; readonly end: number }[],
): [numero: string, empreinte: string][] {
  return spans.map(({ numero, start, end }) => [numero, fingerprint(texte.slice(start, end))]);
}

/** SHA-256 of the lines `numero TAB empreinte LF` of the § of a text; null without §. */
export function printOfParagraphs(prints: readonly (readonly string[])[]): string | null {
  return prints.length === 0 ? null : sha256(prints.map((line) => `${line.join("\t")}\n`).join(""));
}

/** A leaf without any of the facts of a text. */
export const NO_TEXT_LEAF: Omit<Leaf, "evenement"> = {
  boi_id: null,
  date_debut: null,
  pgp: null,
  empreinte: null,
  empreinte_source: null,
  derivation: null,
  genre: null,
  fichier: null,
  empreinte_fichier: null,
  recue_le: null,
  paragraphes: null,
};
