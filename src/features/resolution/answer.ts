import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../../schemas/named-object.ts";
import { Nullable } from "../../schemas/responses.ts";

const NAMED = {
  lecture: t.String({ description: "Ce qui a été compris, en une phrase." }),
  genre: t.Union(
    [
      t.Literal("document"),
      t.Literal("paragraphe"),
      t.Literal("edition"),
      t.Literal("actualite"),
      t.Literal("article"),
      t.Literal("decision"),
      t.Literal("norme"),
      t.Literal("reponse"),
      t.Literal("inconnu"),
    ],
    { description: "`inconnu` : rien, plusieurs choses, ou des choses qui se contredisent." },
  ),
  detenu: t.Boolean({ description: "Si `adresse` répond 200." }),
  boi_id: Nullable(t.String({ examples: ["BOI-IR-LIQ-20-10"] })),
  numero: Nullable(t.String({ description: "Numéro du §." })),
  date: Nullable(
    t.String({
      format: "date",
      description: "Début de l'édition nommée ; le jour écrit, si elle n'est pas détenue.",
    }),
  ),
  pgp: Nullable(t.Integer({ description: "Numéro de la source." })),
  cle: Nullable(
    t.String({
      description: "De l'actualité, de l'article (`CGI:197`), de la décision, du texte ou de la réponse.",
    }),
  ),
  adresse: Nullable(t.String({ description: "Chemin dans cette API." })),
  page: Nullable(t.String({ description: "Notre page." })),
  url: Nullable(t.String({ description: "Page officielle." })),
};

/** One of the things that a reference may name. */
export const ResolvedCandidate = namedObject("ResolvedCandidate", NAMED);

export type ResolvedCandidate = Static<typeof ResolvedCandidate>;

/** Answer of /v1/resolution. */
export const Resolution = namedObject("Resolution", {
  ref: t.String(),
  ...NAMED,
  candidats: t.Array(ResolvedCandidate, {
    description: "Cinq au plus : ce que la référence peut nommer, quand ce n'est pas une seule chose.",
  }),
});

export type Resolution = Static<typeof Resolution>;
