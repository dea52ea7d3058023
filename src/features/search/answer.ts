import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../../schemas/named-object.ts";
import { Day, DocumentKind, List, Matiere, Nullable, StartDay } from "../../schemas/responses.ts";
import { certitude, EndOfEdition, PLACE } from "../../texts/edition-answer.ts";

const HitEdition = namedObject(
  "HitEdition",
  {
    date_debut: Day,
    date_fin: EndOfEdition,
    certitude: certitude(
      "De ses dates et de ses mots, le jour cherché (`date`), sinon comme dans `edition.certitude` d'un document.",
    ),
  },
  { description: "L'édition montrée : celle d'où viennent l'extrait, la citation et la page." },
);

/** A document found, by its words or by its meaning. */
export const SearchHit = namedObject("SearchHit", {
  boi_id: t.String({ description: "Identifiant du document.", examples: ["BOI-IR-LIQ-20-10"] }),
  titre: t.String({ description: "Titre du document : sa place dans le plan, puis son objet." }),
  extrait: t.String({
    description: "Texte échappé pour HTML ; en plein texte, les termes trouvés sont dans des balises <mark>.",
  }),
  score: t.Number({ description: "Pertinence, décroissante ; comparable au sein d'une même réponse." }),
  domaine: t.String({ description: "Premier segment de l'identifiant." }),
  type: DocumentKind,
  matiere: Matiere,
  paragraphe: Nullable(t.String({ description: "Numéro du § où commence l'extrait." })),
  date_publication: StartDay,
  url: t.String({ description: "Page officielle." }),
  edition: HitEdition,
  ...PLACE,
});

const SuggestedQuestion = namedObject(
  "SuggestedQuestion",
  {
    question: t.String(),
    date: t.Optional(t.String()),
    domaine: t.Optional(t.String()),
    type: t.Optional(t.String()),
    matiere: t.Optional(t.String()),
    chemin: t.Optional(t.String()),
    article: t.Optional(t.String()),
  },
  { description: "Corps JSON d'un POST ; null pour un GET." },
);

/** What a caller may want to know of a search. */
export const SearchWarning = namedObject("SearchWarning", {
  code: t.Union([
    t.Literal("mot_inconnu"),
    t.Literal("mot_couteux"),
    t.Literal("mots_ignores"),
    t.Literal("question"),
    t.Literal("citation_reconnue"),
    t.Literal("index_en_retard"),
    t.Literal("date_partielle"),
    t.Literal("sens_indisponible"),
  ]),
  message: t.String({ description: "Pour le lecteur, en français." }),
  mot: Nullable(t.String({ description: "Le mot dont il s'agit, tel qu'il est écrit." })),
  essayer: Nullable(t.String({ description: "Une requête prête à envoyer." })),
  requete: t.Optional(
    namedObject(
      "SuggestedRequest",
      {
        methode: t.Union([t.Literal("GET"), t.Literal("POST")]),
        adresse: t.String({
          description: "Chemin et paramètres, encodés.",
          examples: ["/v1/search?q=location"],
        }),
        corps: Nullable(SuggestedQuestion),
      },
      {
        description:
          "La requête entière à envoyer quand un autre `q` ne suffit pas : avec un filtre, ou à la recherche hybride.",
      },
    ),
  ),
  adresse: t.Optional(
    t.String({
      description: "`citation_reconnue` : où lire ce que le texte entier désigne, dans cette API.",
      examples: ["/v1/decisions/CE-402006"],
    }),
  ),
  page: t.Optional(t.String({ description: "De même, notre page." })),
  documents: t.Optional(
    t.Integer({
      description:
        "`index_en_retard` : combien de documents l'index n'a pas encore, ou plus ; `date_partielle` : combien ne sont pas détenus à cette date.",
    }),
  ),
});

const NOT_HELD = t.Optional(
  t.Integer({
    description:
      "Avec `date` : combien de documents ont une première édition détenue qui commence plus tard. Ce qu'ils disaient alors, s'ils existaient, n'a pas été cherché.",
  }),
);

const LATE = t.Optional(
  t.Array(SearchWarning, {
    description:
      "Quand un index est en retard sur la base, et de combien ; quand la recherche par le sens est indisponible ; avec `date`, quand des éditions de ce jour-là manquent, ou que des vecteurs de textes passés restent à faire.",
  }),
);

const Facet = t.Array(
  namedObject("FacetValue", {
    code: t.String({ examples: ["IR"] }),
    documents: t.Integer({ description: "Combien en ont." }),
  }),
);

/** How many documents of a whole result have each value; a document about no series counts in no `matiere`. */
export const Facets = namedObject("Facets", { domaine: Facet, type: Facet, matiere: Facet });

/** Answer of /v1/search. */
export const SearchPage = namedObject("SearchPage", {
  total: t.Integer({ description: "Nombre exact de documents trouvés." }),
  results: t.Array(SearchHit),
  facettes: t.Optional(Facets),
  editions_non_detenues: NOT_HELD,
  avertissements: t.Optional(
    t.Array(SearchWarning, {
      description:
        "Quand l'index est en retard sur la base, que des éditions de la date demandée manquent, ou qu'il y a de quoi aider : un mot qu'aucun document ne porte, le mot qui coûte le plus à une requête trouvant moins de trois documents, des mots qui ne comptent pas, une question, une citation reconnue.",
    }),
  ),
});

/** Answer of /v1/search/semantic. */
export const SemanticPage = namedObject("SemanticPage", {
  results: t.Array(SearchHit),
  editions_non_detenues: NOT_HELD,
  avertissements: LATE,
});

/** One of the best passages of a document found. */
export const HybridPassage = namedObject("HybridPassage", {
  numero: Nullable(t.String({ description: "Du § où il commence.", examples: ["130"] })),
  section: List(t.String({ description: "Titres au-dessus du §." })),
  extrait: t.String({ description: "Son début, échappé pour HTML." }),
  score: t.Number({ description: "De 0 à 1, par ses mots et son sens ; comparable au sein d'un document." }),
  ...PLACE,
});

/** A document found by words and meaning together, and what it owes to each. */
export const HybridHit = namedObject("HybridHit", {
  ...SearchHit.properties,
  passages: List(HybridPassage, {
    description:
      "Ses trois meilleurs passages au plus, le meilleur d'abord : `paragraphe` et `extrait` sont les siens.",
  }),
  scores: namedObject(
    "HybridScores",
    {
      texte: Nullable(
        t.Number({
          description:
            "Ce qu'il porte des mots de la question, dans son texte, ses meilleurs passages et la fin de son titre ; de 0 à 1.",
        }),
      ),
      sens: Nullable(
        t.Number({
          description:
            "Cosinus de son passage le plus proche de la question, que complètent les mots de la doctrine pour ses mots courants.",
        }),
      ),
    },
    { description: "null : aucun mot de la question, ou aucun vecteur." },
  ),
  rangs: namedObject(
    "HybridRanks",
    {
      texte: Nullable(t.Integer({ description: "Sa place par les mots, à partir de 1." })),
      sens: Nullable(t.Integer({ description: "Sa place par le sens, à partir de 1." })),
    },
    { description: "null : au-delà des 200 premiers de ce côté." },
  ),
});

/** Answer of /v1/search/hybride. */
export const HybridPage = namedObject("HybridPage", {
  results: t.Array(HybridHit),
  editions_non_detenues: NOT_HELD,
  avertissements: LATE,
});

export type HybridHit = Static<typeof HybridHit>;
export type HybridPage = Static<typeof HybridPage>;
export type HybridPassage = Static<typeof HybridPassage>;
export type HitEdition = Static<typeof HitEdition>;
export type SearchHit = Static<typeof SearchHit>;
export type Facets = Static<typeof Facets>;
export type SearchWarning = Static<typeof SearchWarning>;
export type SearchPage = Static<typeof SearchPage>;
export type SemanticPage = Static<typeof SemanticPage>;
