import { frenchDate } from "../../../db/bofip/french-date.ts";
import type { JournalEvent } from "../../../db/schema/journal.ts";
import type { JournalEntry } from "../../schemas/answers/journal.ts";
import { consultationPath, newsPath } from "../addresses.ts";

/** What happened, as a reader is told. */
export const EVENT_LABELS: Readonly<Record<JournalEvent, string>> = {
  edition: "Nouvelle édition",
  rectification: "Rectification",
  retrait: "Retrait",
  transfert: "Transfert",
  retablissement: "Rétablissement",
  actualite: "Actualité",
};

/** Our page of what an entry tells of. */
export function entryPath({ evenement, boi_id, actualite, date }: JournalEntry): string {
  if (boi_id === null) return newsPath(actualite?.id ?? "");
  const isOfEdition = evenement === "edition" || evenement === "rectification";
  return consultationPath(boi_id, isOfEdition ? date : null);
}

/** « Nouvelle version du 22 juin 2026 », « Retrait »: what happened, and to which edition. */
export function eventWords({ evenement, date }: JournalEntry): string {
  const label = EVENT_LABELS[evenement];
  if (evenement === "edition") return `${label} du ${frenchDate(date)}`;
  return evenement === "rectification" ? `${label} de l'édition du ${frenchDate(date)}` : label;
}

/** « portée annoncée : de forme », « d'après les textes : de fond », « § 10, 20 modifiés »: what is known of it. */
export function scopeWords({ portee_annoncee, portee_texte, paragraphes }: JournalEntry): string[] {
  const { ajoutes, modifies, supprimes } = paragraphes;
  return [
    ...(portee_annoncee === null ? [] : [`portée annoncée : ${SCOPES[portee_annoncee]}`]),
    ...(portee_texte === null ? [] : [`d'après les textes : ${SCOPES[portee_texte]}`]),
    ...numbers(ajoutes, "ajoutés"),
    ...numbers(modifies, "modifiés"),
    ...numbers(supprimes, "supprimés"),
  ];
}

const SCOPES = { formelle: "de forme", fond: "de fond" } as const;

function numbers(numeros: readonly string[], what: string): string[] {
  return numeros.length === 0 ? [] : [`§ ${numeros.join(", ")} ${what}`];
}
