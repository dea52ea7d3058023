import type { JournalEvent } from "../../../db/schema/journal.ts";
import type { JournalEntry } from "../../schemas/answers/journal.ts";
import { consultationPath, newsPath } from "../addresses.ts";

/** What happened, as a reader is told. */
export const EVENT_LABELS: Readonly<Record<JournalEvent, string>> = {
  edition: "Nouvelle version",
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

/** The day on which an entry is shown: that of its reception, or of the change itself when it is not known. */
export function dayOf({ detecte_le, date }: JournalEntry): string {
  return detecte_le?.slice(0, 10) ?? date;
}

/** « Portée annoncée : de forme ; d'après les textes : de fond ; § 10, 20 modifiés ». Empty when nothing is known. */
export function scopeWords({ portee_annoncee, portee_texte, paragraphes }: JournalEntry): string {
  const { ajoutes, modifies, supprimes } = paragraphes;
  return [
    ...(portee_annoncee === null ? [] : [`portée annoncée : ${SCOPES[portee_annoncee]}`]),
    ...(portee_texte === null ? [] : [`d'après les textes : ${SCOPES[portee_texte]}`]),
    ...numbers(ajoutes, "ajoutés"),
    ...numbers(modifies, "modifiés"),
    ...numbers(supprimes, "supprimés"),
  ].join(" ; ");
}

const SCOPES = { formelle: "de forme", fond: "de fond" } as const;

function numbers(numeros: readonly string[], what: string): string[] {
  return numeros.length === 0 ? [] : [`§ ${numeros.join(", ")} ${what}`];
}
