/** A release of the API, and what callers could see of it. */
export interface Release {
  readonly version: string;
  readonly changes: readonly string[];
}

/** The latest first; the first one is the version that runs. */
export const RELEASES: readonly Release[] = [
  {
    version: "1.3.0",
    changes: [
      "Documentation tirée de la description OpenAPI.",
      "Pages publiques de consultation des documents.",
      "/v1/compte : formule, limites et usage d'une clé.",
      "Le texte d'un jour passé ou d'une empreinte, un § seul, deux éditions comparées, les octets officiels.",
    ],
  },
  { version: "1.2.1", changes: ["Corrections de sécurité."] },
  { version: "1.2.0", changes: ["Serveur MCP.", "Formule avec recherche par le sens."] },
  {
    version: "1.1.1",
    changes: ["Corrections de l'ingestion.", "/v1/status plus détaillé."],
  },
  {
    version: "1.1.0",
    changes: ["Recherche par le sens, graphe des renvois, changements, suggestions."],
  },
  {
    version: "1.0.0",
    changes: [
      "Ouverture : recherche, documents, plan, état, statistiques.",
      "Accès par clé ; mention de la source dans chaque réponse.",
    ],
  },
];
