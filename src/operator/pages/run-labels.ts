import type { RunCounts, RunStatus } from "../../../db/schema/ingestion.ts";

export const STATUS_LABELS: Readonly<Record<RunStatus, string>> = {
  queued: "En attente",
  running: "En cours",
  succeeded: "Réussie",
  failed: "Échouée",
  interrupted: "Interrompue",
};

export const COUNT_LABELS: Readonly<Record<keyof RunCounts, string>> = {
  records: "Enregistrements lus",
  documents: "Documents",
  actualites: "Actualités",
  unchanged: "Inchangés",
  created: "Créés",
  modified: "Modifiés",
  rederived: "Dérivés à nouveau",
  retired: "Retirés",
  rejected: "Écartés",
  indexed: "Indexés",
  unindexed: "Restant à indexer",
  unposted: "Documents dont les racines restent à tenir",
  embedded: "Passages vectorisés",
  unembedded: "Passages restant à vectoriser",
  toJudge: "Documents courts à juger",
};
