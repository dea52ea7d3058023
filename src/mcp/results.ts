import type { CallToolResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import { ATTRIBUTION } from "../http/attribution.ts";

/** Every tool reads a closed corpus, and nothing else. */
export const READ_ONLY = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** What every item of a result says, so that it can be quoted and read further. */
export const CITATION = {
  boi_id: z.string(),
  titre: z.string().nullable().describe("null : hors du corpus"),
  statut: z.string().describe("en_vigueur, remplace, retire, transfere ou absent_du_corpus"),
  paragraphe: z.string().nullable().describe("Numéro du § concerné"),
  url: z.string().nullable().describe("Page officielle"),
};

/** Fields that every structured result ends with. */
export const PAGE_END = {
  suite: z.string().nullable().describe("Ce qu'il faut demander pour la suite ; null : tout est donné"),
  source: z.string().describe("Mention à conserver dans la réponse"),
};

export interface Cited {
  readonly boi_id: string;
  readonly titre: string | null;
  readonly statut: string;
  readonly paragraphe: string | null;
  readonly url: string | null;
}

const STATUTS: Readonly<Record<string, string>> = {
  en_vigueur: "en vigueur",
  remplace: "REMPLACÉ",
  retire: "RETIRÉ",
  transfere: "TRANSFÉRÉ",
  absent_du_corpus: "absent du corpus",
};

/** « BOI-IR-LIQ-20-10 — IR - Liquidation… (en vigueur, § 130) https://… » */
export function citationLine({ boi_id, titre, statut, paragraphe, url }: Cited): string {
  const state = [STATUTS[statut] ?? statut, ...(paragraphe === null ? [] : [`§ ${paragraphe}`])].join(", ");
  return [
    boi_id,
    ...(titre === null ? [] : [`— ${titre}`]),
    `(${state})`,
    ...(url === null ? [] : [url]),
  ].join(" ");
}

/** The words of a search excerpt, which the API gives as HTML. */
export function plainExcerpt(extrait: string): string {
  return extrait
    .replace(/<\/?mark>/g, "")
    .replace(/&(amp|lt|gt);/g, (_, name: string) => ENTITIES[name] ?? "")
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">" };

/** How a list of `count` items of `total` goes on; null when it is whole. */
export function nextOffset(offset: number, count: number, total: number): string | null {
  return count > 0 && offset + count < total ? `offset=${offset + count}` : null;
}

/** The result as text, and as data for the clients that read it. */
export function result<Data extends { readonly suite: string | null }>(
  lines: readonly string[],
  data: Data,
): CallToolResult {
  const next =
    data.suite === null ? [] : [`Suite : rappelez l'outil avec les mêmes paramètres et ${data.suite}.`];
  const text = [...lines, ...next, `Source : ${ATTRIBUTION}`].join("\n");
  return {
    content: [{ type: "text", text }],
    structuredContent: { ...data, source: ATTRIBUTION },
  };
}
