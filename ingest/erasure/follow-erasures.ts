import { setTimeout as sleep } from "node:timers/promises";
import type { ErasureView } from "../../db/erasure/erasures.ts";
import type { ErasedStore } from "../../db/schema/erasures.ts";
import { NAMES } from "../derived/in-step/names.ts";
import type { Requester } from "../queue/requester.ts";

const POLL_MS = 250;

/** Waits until every store was asked to remove the erased texts; returns all erasures in their final state. */
export async function followErasures(
  requester: Pick<Requester, "erasures">,
): Promise<readonly ErasureView[]> {
  for (;;) {
    const erasures = await requester.erasures();
    if (erasures.every(({ essayee_le, reste }) => reste.length === 0 || essayee_le !== null)) return erasures;
    await sleep(POLL_MS);
  }
}

/** What is proved, and what is not yet, in French. @param erasures those asked for; none for a register that names none. */
export function tellErasures(erasures: readonly ErasureView[]): string {
  if (erasures.length === 0) return "Le registre ne nomme aucun texte : rien n'est à effacer.";
  const remaining = [...new Set(erasures.flatMap(({ reste }) => reste))];
  if (remaining.length === 0)
    return `Effacement prouvé : la base, l'index plein texte, celui des racines et l'index vectoriel sont sans ${erasures.length === 1 ? "ce texte" : "ces textes"}.`;
  return `Effacement inachevé : restent ${remaining.map(storeName).join(", ")}. Le worker s'y remet chaque minute ; redemandez la commande pour savoir où il en est.`;
}

function storeName(store: ErasedStore): string {
  if (store === "relational") return "la base";
  const { label } = NAMES[store];
  return `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}
