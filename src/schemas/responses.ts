import { type ArrayOptions, type Static, type TSchema, Type as t } from "@sinclair/typebox";

/** Schemas that several routes answer with. The attribution is added to every body by `http.ts`. */

const refusal = {
  error: t.Object({
    code: t.String({ description: "Stable : c'est lui que lit un programme." }),
    message: t.String({ description: "Pour le développeur, en français." }),
  }),
  doc_url: t.String({ description: "Ce que la documentation dit de ce code." }),
};

const ErrorAnswer = t.Object(refusal, { description: "Refus : un code stable et un message en français." });

const QuotaAnswer = t.Object(
  { ...refusal, upgrade_url: t.String({ description: "Où changer de formule." }) },
  { description: "Quota mensuel épuisé." },
);

/** A day, `YYYY-MM-DD`. */
export const Day = t.String({ format: "date" });

/** An instant, ISO 8601 UTC. */
export const Instant = t.String({ format: "date-time" });

export const Nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()]);

/** An array that the answer does not own. */
export const List = <Schema extends TSchema>(items: Schema, options: ArrayOptions = {}) =>
  t.Unsafe<readonly Static<Schema>[]>(t.Array(items, options));

export const DocumentStatut = t.Union([t.Literal("en_vigueur"), t.Literal("retire"), t.Literal("transfere")]);

export const DocumentKind = t.Union([
  t.Literal("commentaire"),
  t.Literal("rescrit"),
  t.Literal("bareme"),
  t.Literal("formulaire"),
  t.Literal("lettre_type"),
  t.Literal("annexe"),
  t.Literal("cartographie"),
]);

/** What a withdrawn or moved document has more than the others. */
export const ENDING = {
  avis: t.Optional(
    Nullable(
      t.String({
        description:
          "Document retiré ou transféré : l'avis de la source, mot pour mot ; null quand seule son absence le dit.",
      }),
    ),
  ),
  transferts: t.Optional(
    List(t.String(), { description: "Document transféré : tous ceux qui reprennent ses commentaires." }),
  ),
};

/** A document found, by its words or by its meaning. */
export const SearchHit = t.Object({
  boi_id: t.String({ description: "Identifiant du document.", examples: ["BOI-IR-LIQ-20-10"] }),
  titre: t.String({ description: "Titre du document : sa place dans le plan, puis son objet." }),
  extrait: t.String({
    description: "Texte échappé pour HTML ; en plein texte, les termes trouvés sont dans des balises <mark>.",
  }),
  score: t.Number({ description: "Pertinence, décroissante ; comparable au sein d'une même réponse." }),
  domaine: t.String({ description: "Série du plan." }),
  type: DocumentKind,
  paragraphe: Nullable(t.String({ description: "Numéro du § où commence l'extrait." })),
  date_publication: Day,
  url: t.String({ description: "Page officielle." }),
});

/** What is worth knowing of a search. */
export const SearchWarning = t.Object({
  code: t.Union([
    t.Literal("mot_inconnu"),
    t.Literal("mot_couteux"),
    t.Literal("mots_ignores"),
    t.Literal("question"),
  ]),
  message: t.String({ description: "Pour le lecteur, en français." }),
  mot: Nullable(t.String({ description: "Le mot dont il s'agit, tel qu'il est écrit." })),
  essayer: Nullable(t.String({ description: "Une requête prête à envoyer." })),
});

/** The answers of a public route: its own, and those that every route may give. */
export const publicAnswers = <Schema extends TSchema>(ok: Schema) => ({
  200: ok,
  400: ErrorAnswer,
  414: ErrorAnswer,
  500: ErrorAnswer,
  503: ErrorAnswer,
});

/** The answer, without a body, to who has the same one already; for routes that are `revalidated`. */
export const unchangedAnswer = { 304: t.Void() } as const;

/** The answers of a route that demands a key. */
export const keyedAnswers = <Schema extends TSchema>(ok: Schema) => ({
  ...publicAnswers(ok),
  401: ErrorAnswer,
  402: QuotaAnswer,
  429: ErrorAnswer,
});

/** The answers of the route of the key's own account, which no quota refuses. */
export const accountAnswers = <Schema extends TSchema>(ok: Schema) => ({
  ...publicAnswers(ok),
  401: ErrorAnswer,
  429: ErrorAnswer,
});

/** The answers of semantic search, whose body may be too large and whose plan may not include it. */
export const semanticAnswers = <Schema extends TSchema>(ok: Schema) => ({
  ...keyedAnswers(ok),
  403: ErrorAnswer,
  413: ErrorAnswer,
});

/** The answers of a keyed route that names a document. */
export const documentAnswers = <Schema extends TSchema>(ok: Schema) => ({
  ...keyedAnswers(ok),
  404: ErrorAnswer,
});
