import type { RunStage } from "../schema/ingestion.ts";

/** The stages of a run in their order, as operators read them. */
export const STAGE_LABELS: Readonly<Record<RunStage, string>> = {
  rederive: "Nouvelle analyse",
  download: "Téléchargement",
  read: "Lecture",
  diff: "Comparaison",
  store: "Enregistrement",
  plan: "Plan de classement",
  fulltext: "Index plein texte",
  postings: "Index des racines",
  vectors: "Index vectoriel",
  proof: "Contrôle des index",
};
