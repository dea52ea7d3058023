import { type Static, Type as t } from "@sinclair/typebox";
import { Day, Nullable } from "../responses.ts";

/** What a citation proves to be: the first that applies, in this order. */
const CitationState = t.Union([
  t.Literal("non_verifiable"),
  t.Literal("document_inconnu"),
  t.Literal("edition_non_detenue"),
  t.Literal("retiree"),
  t.Literal("transferee"),
  t.Literal("paragraphe_reserve"),
  t.Literal("paragraphe_absent"),
  t.Literal("non_verifiee"),
  t.Literal("remplacee"),
  t.Literal("verifiee"),
]);

const QuotedWords = t.Object(
  {
    etat: t.Union([t.Literal("exact"), t.Literal("equivalent"), t.Literal("absent")], {
      description: "`equivalent` : aux espaces et à la typographie près.",
    }),
    numero: Nullable(
      t.String({ description: "Le § où se trouvent les mots, quand ce n'est pas celui qui est cité." }),
    ),
  },
  { description: "Présent quand des mots entre guillemets jouxtent la citation d'un texte détenu." },
);

const CheckedCitation = t.Object({
  debut: t.Integer({
    description: "Premier caractère, de 0 ; en points de code (JavaScript : `[...texte]`).",
  }),
  fin: t.Integer({ description: "Caractère qui suit le dernier." }),
  texte: t.String({ description: "La citation telle qu'elle est écrite." }),
  boi_id: Nullable(t.String({ description: "Document cité, sans date.", examples: ["BOI-IR-LIQ-20-10"] })),
  numero: Nullable(t.String({ description: "§ cité, le premier d'une suite.", examples: ["130"] })),
  numero_fin: Nullable(t.String({ description: "Le dernier de « § 130 à 150 »." })),
  edition: Nullable(Day),
  etat: CitationState,
  motif: Nullable(t.String({ description: "Ce qui empêche de la dire vérifiée, en français." })),
  citation: Nullable(
    t.String({
      description: "La citation sous sa forme usuelle, quand le texte est détenu ; null pour `non_verifiee`.",
    }),
  ),
  page: Nullable(t.String({ description: "Notre page du texte, au §." })),
  citation_textuelle: Nullable(QuotedWords),
});

/** Answer of /v1/citations. */
export const CheckedText = t.Object({
  date: t.String({ format: "date", description: "Jour auquel les états sont donnés." }),
  citations: t.Array(CheckedCitation, { description: "Dans l'ordre du texte, 300 au plus." }),
  tronque: t.Optional(t.Literal(true, { description: "Présent quand le texte en a davantage." })),
});

export type CitationState = Static<typeof CitationState>;
export type CheckedCitation = Static<typeof CheckedCitation>;
export type CheckedText = Static<typeof CheckedText>;
