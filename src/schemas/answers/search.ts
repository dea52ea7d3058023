import { type Static, Type as t } from "@sinclair/typebox";
import { Day, DocumentKind, Nullable } from "../responses.ts";

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

/** Answer of /v1/search. */
export const SearchPage = t.Object({
  total: t.Integer({ description: "Nombre exact de documents trouvés." }),
  results: t.Array(SearchHit),
});

/** Answer of /v1/search/semantic. */
export const SemanticPage = t.Object({ results: t.Array(SearchHit) });

export type SearchHit = Static<typeof SearchHit>;
export type SearchPage = Static<typeof SearchPage>;
export type SemanticPage = Static<typeof SemanticPage>;
