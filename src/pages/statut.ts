import type { TextScope } from "../../bofip/comparison/compare.ts";
import type { DocumentType, Statut } from "../../db/schema/documents.ts";

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
