import { frenchDate } from "../../../bofip/days/french-date.ts";
import type { JournalEvent } from "../../../db/schema/journal.ts";
import { consultationPath, newsPath } from "../../pages/addresses.ts";
import type { JournalEntry } from "./answer.ts";

/** The label of each event for readers. */
export const EVENT_LABELS: Readonly<Record<JournalEvent, string>> = {
  edition: "Nouvelle édition",
  rectification: "Rectification",
  retrait: "Retrait",
  transfert: "Transfert",
  retablissement: "Rétablissement",
  actualite: "Actualité",
  effacement: "Texte effacé sur obligation légale",
  source: "Fiche de la source modifiée",
};

/** Path of the page of an entry's subject. */
export function entryPath({ evenement, boi_id, actualite, date }: JournalEntry): string {
  if (boi_id === null) return newsPath(actualite?.id ?? "");
  const isOfEdition = ["edition", "rectification", "source"].includes(evenement);
  return consultationPath(boi_id, isOfEdition ? date : null);
}

/** « Nouvelle version du 22 juin 2026 », « Retrait »: the event, and its edition. */
export function eventWords({ evenement, date }: JournalEntry): string {
  const label = EVENT_LABELS[evenement];
  if (evenement === "edition") return `${label} du ${frenchDate(date)}`;
  const isOfEdition = ["rectification", "effacement", "source"].includes(evenement);
  return isOfEdition ? `${label}, édition du ${frenchDate(date)}` : label;
}

/**
 * « portée annoncée : de forme », « d'après les textes : de fond », « § 10, 20 modifiés »: what is known of the
 * change.
 */
export function scopeWords({
  portee_annoncee,
  portee_deduite,
  portee_texte,
  paragraphes,
}: JournalEntry): string[] {
  const { ajoutes, modifies, supprimes } = paragraphes;
  return [
    ...(portee_annoncee === null ? [] : [`portée annoncée : ${SCOPES[portee_annoncee]}`]),
    ...(portee_deduite === null ? [] : [deducedWords(portee_deduite)]),
    ...(portee_texte === null ? [] : [`d'après les textes : ${SCOPES[portee_texte]}`]),
    ...numbers(ajoutes, "ajoutés"),
    ...numbers(modifies, "modifiés"),
    ...numbers(supprimes, "supprimés"),
  ];
}

const SCOPES = { formelle: "de forme", fond: "de fond" } as const;

/** « portée déduite de ses mots (« taux ») : de fond »: a guess, with its evidence. */
export function deducedWords({ portee, indices }: NonNullable<JournalEntry["portee_deduite"]>): string {
  const from = indices.length === 0 ? "" : ` (« ${indices.join(" », « ")} »)`;
  return `portée déduite des mots de l'annonce${from} : ${SCOPES[portee]}`;
}

function numbers(numeros: readonly string[], what: string): string[] {
  return numeros.length === 0 ? [] : [`§ ${numeros.join(", ")} ${what}`];
}
