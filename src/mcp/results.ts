import type { CallToolResult } from "@modelcontextprotocol/server";
import { type Static, type TObject, type TProperties, Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { SearchHit } from "../features/search/answer.ts";
import { ATTRIBUTION } from "../http/attribution.ts";
import { Nullable } from "../schemas/responses.ts";

/** The fields of every item of a result, so that it can be quoted and read further. */
export const CITATION = {
  boi_id: t.String(),
  titre: Nullable(t.String({ description: "null : hors du corpus" })),
  statut: t.String({
    description: "en_vigueur, remplace, retire, transfere, passe (une édition passée) ou absent_du_corpus",
  }),
  paragraphe: Nullable(t.String({ description: "Numéro du § concerné" })),
  url: Nullable(t.String({ description: "Page officielle" })),
};

/** The last fields of every structured result. */
const PAGE_END = {
  suite: Nullable(t.String({ description: "Ce qu'il faut demander pour la suite ; null : tout est donné" })),
  source: t.String({ description: "Mention à conserver dans la réponse" }),
};

/**
 * The shape of a tool's result: its own fields, then the common ones. It is not published: the shapes weighed four times
 * as much as all the rest of the list of tools, which every conversation pays for.
 */
export const resultOf = <Properties extends TProperties>(properties: Properties) =>
  t.Object({ ...properties, ...PAGE_END });

/** A document as search tools return it, its excerpt without tags. */
export const Hit = t.Object({
  ...CITATION,
  ...t.Pick(SearchHit, ["score", "date_publication", "edition", "citation", "page"]).properties,
  extrait: t.String(),
});
type Hit = Static<typeof Hit>;

/** Converts a hit of the API for tools: an edition in force, or one that was on the day asked for. */
export function hitOf<Found extends SearchHit>(found: Found): Found & Pick<Hit, "statut"> {
  const statut = found.edition.date_fin === null ? "en_vigueur" : "passe";
  return { ...found, statut, extrait: plainExcerpt(found.extrait) };
}

/** The rank of a hit, its citation, its date and score, then its excerpt. */
export function hitLine(hit: Omit<Hit, "score">, place: number, score: string): string {
  const { date_debut, date_fin, certitude } = hit.edition;
  const interval = date_fin === null ? `Édition du ${date_debut}` : `Édition du ${date_debut} au ${date_fin}`;
  const presumed = certitude === "presumee" ? " (présumée ce jour-là)" : "";
  const dated = date_fin === null ? interval : interval + presumed;
  return `${place}. ${citationLine(hit)}\n   ${dated}. ${score}\n   ${hit.extrait}`;
}

/** « 0,62 » */
export function worded(score: number): string {
  return score.toFixed(2).replace(".", ",");
}

const Citation = t.Object(CITATION);
type Cited = Readonly<Static<typeof Citation>>;

const STATUTS: Readonly<Record<string, string>> = {
  en_vigueur: "en vigueur",
  remplace: "REMPLACÉ",
  retire: "RETIRÉ",
  transfere: "TRANSFÉRÉ",
  passe: "édition passée",
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

/** The text of a search excerpt, which the API returns as HTML. */
function plainExcerpt(extrait: string): string {
  return extrait
    .replace(/<\/?mark>/g, "")
    .replace(/&(amp|lt|gt);/g, (_, name: string) => ENTITIES[name] ?? "")
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">" };

/** Tells how to get the rest of a list of `count` items out of `total`; null when it is complete. */
export function nextOffset(offset: number, count: number, total: number): string | null {
  return count > 0 && offset + count < total ? `offset=${offset + count}` : null;
}

/** The result as text, and as data for the clients that read it: only the fields of its shape. */
export function result<Shape extends TObject>(
  shape: Shape,
  lines: readonly string[],
  data: Omit<Static<Shape>, "source"> & { readonly suite: string | null },
): CallToolResult {
  const next =
    data.suite === null ? [] : [`Suite : rappelez l'outil avec les mêmes paramètres et ${data.suite}.`];
  const text = [...lines, ...next, `Source : ${ATTRIBUTION}`].join("\n");
  return {
    content: [{ type: "text", text }],
    structuredContent: Value.Clean(shape, { ...data, source: ATTRIBUTION }),
  };
}
