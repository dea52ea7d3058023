import { type CallToolResult, fromJsonSchema } from "@modelcontextprotocol/server";
import { type Static, type TObject, type TProperties, Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { ATTRIBUTION } from "../http/attribution.ts";
import { SearchHit } from "../schemas/answers/search.ts";
import { Nullable } from "../schemas/responses.ts";

/** Every tool reads a closed corpus, and nothing else. */
export const READ_ONLY = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** What every item of a result says, so that it can be quoted and read further. */
export const CITATION = {
  boi_id: t.String(),
  titre: Nullable(t.String({ description: "null : hors du corpus" })),
  statut: t.String({ description: "en_vigueur, remplace, retire, transfere ou absent_du_corpus" }),
  paragraphe: Nullable(t.String({ description: "Numéro du § concerné" })),
  url: Nullable(t.String({ description: "Page officielle" })),
};

/** Fields that every structured result ends with. */
const PAGE_END = {
  suite: Nullable(t.String({ description: "Ce qu'il faut demander pour la suite ; null : tout est donné" })),
  source: t.String({ description: "Mention à conserver dans la réponse" }),
};

/** The shape of a tool's result: fields of its own, then those of every one. */
export const resultOf = <Properties extends TProperties>(properties: Properties) =>
  t.Object({ ...properties, ...PAGE_END });

/** Each request has a server of its own; to compile the shapes of all tools for it held the loop for 50 ms. */
const schemas = new WeakMap<TObject, ReturnType<typeof fromJsonSchema>>();

/** That shape as the protocol's library takes it, once: what clients are told, and results are checked against. */
export function schemaOf(shape: TObject) {
  const known = schemas.get(shape);
  if (known !== undefined) return known;
  const { type, properties, required = [] } = shape;
  const schema = fromJsonSchema({ type, properties, required, additionalProperties: false });
  schemas.set(shape, schema);
  return schema;
}

/** A found document as search tools give it, its excerpt without tags. */
export const Hit = t.Object({
  ...CITATION,
  ...t.Pick(SearchHit, ["score", "date_publication", "citation", "page"]).properties,
  extrait: t.String(),
});
type Hit = Static<typeof Hit>;

/** A hit of the API, which finds documents in force only, as tools give it. */
export function hitOf<Found extends SearchHit>(found: Found): Found & Pick<Hit, "statut"> {
  return { ...found, statut: "en_vigueur", extrait: plainExcerpt(found.extrait) };
}

/** The place of a hit, its citation, its date and score, then its excerpt. */
export function hitLine(hit: Omit<Hit, "score">, place: number, score: string): string {
  return `${place}. ${citationLine(hit)}\n   Édition du ${hit.date_publication}. ${score}\n   ${hit.extrait}`;
}

/** « 0,62 » */
export function worded(score: number): string {
  return score.toFixed(2).replace(".", ",");
}

const Citation = t.Object(CITATION);
export type Cited = Readonly<Static<typeof Citation>>;

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
function plainExcerpt(extrait: string): string {
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

/** The result as text, and as data for the clients that read it: what its shape tells and nothing else. */
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
