import type { TextScope } from "../../../bofip/comparison/compare.ts";
import type { ArticleRank } from "../../../bofip/law/citation.ts";
import type { DocumentType, Statut } from "../../../db/schema/documents.ts";

const PLACES: Readonly<Record<ArticleRank, string>> = {
  titre: "dans le titre",
  introduction: "en introduction",
  corps: "dans le corps",
};

/** How often a document cites a text of the law, and where first: « 3 fois, en introduction ». */
export function timesAndPlace({
  mentions,
  rang,
}: {
  readonly mentions: number;
  readonly rang: ArticleRank;
}): string {
  return `${mentions === 1 ? "une fois" : `${mentions} fois`}, ${PLACES[rang]}`;
}

/** A title in two parts: what distinguishes the document from its neighbours, and its place in the plan. */
interface TitleParts {
  readonly leaf: string;
  /** From the series down; empty for a title of one part. */
  readonly chain: readonly string[];
}

const JOINT = " - ";

/**
 * Splits a title, a path through the plan: its last part is the subject, and long titles start alike. `label` of the
 * document's own node may contain the separator itself.
 */
export function splitTitle(titre: string, label?: string): TitleParts {
  const isLabelled = label !== undefined && titre.endsWith(JOINT + label);
  const cut = isLabelled ? titre.length - label.length - JOINT.length : titre.lastIndexOf(JOINT);
  if (cut <= 0) return { leaf: titre, chain: [] };
  const chain = titre.slice(0, cut).split(JOINT);
  return { leaf: titre.slice(cut + JOINT.length), chain: chain.map((part) => part.trim()) };
}

/** The contract's values, as shown to readers of a page. */
export const STATUT_LABELS: Readonly<Record<Statut, string>> = {
  en_vigueur: "En vigueur",
  remplace: "Remplacée",
  retire: "Retiré",
  transfere: "Transféré",
};

export const TYPE_LABELS: Readonly<Record<DocumentType, string>> = {
  commentaire: "Commentaire",
  rescrit: "Rescrit",
  bareme: "Barème",
  formulaire: "Formulaire",
  lettre_type: "Lettre type",
  annexe: "Annexe",
  cartographie: "Cartographie",
};

export const SCOPE_LABELS: Readonly<Record<TextScope, string>> = { formelle: "de forme", fond: "de fond" };
