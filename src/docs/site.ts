/** The parts of the navigation, in its order. */
export const GROUPS = [
  { id: "guides", label: "Guides" },
  { id: "reference", label: "Référence" },
  { id: "service", label: "Le service" },
] as const;

/** The pages of the documentation, in the order of its navigation. Texts are in `texts/`, under the page's slug. */
export const DOC_PAGES = [
  {
    slug: "demarrer",
    group: "guides",
    path: "/docs",
    label: "Démarrer",
    title: "API de la doctrine fiscale",
    summary:
      "La doctrine fiscale française (BOFiP-Impôts) en JSON. Une clé, une première recherche, un document : cinq minutes.",
  },
  {
    slug: "miroir",
    group: "guides",
    path: "/docs/miroir",
    label: "Tenir un miroir",
    title: "Tenir un miroir",
    summary: "Exporter le corpus une fois, suivre le journal, et vérifier que la copie est la même.",
  },
  {
    slug: "prouver",
    group: "guides",
    path: "/docs/prouver",
    label: "Retrouver ce que disait la doctrine",
    title: "Retrouver ce que disait la doctrine",
    summary: "Le texte d'un jour passé, au § près, avec son empreinte et sa source.",
  },
  {
    slug: "preuve",
    group: "guides",
    path: "/docs/preuve",
    label: "Une preuve sans nous",
    title: "Une preuve sans nous",
    summary: "Prouver un § hors ligne : le journal public, sa tête signée, l'horodatage d'un tiers.",
  },
  {
    slug: "articles",
    group: "guides",
    path: "/docs/articles",
    label: "De l'article à la doctrine",
    title: "De l'article à la doctrine",
    summary: "Partir d'un article de loi, trouver les § qui le commentent.",
  },
  {
    slug: "decisions",
    group: "guides",
    path: "/docs/decisions",
    label: "De la décision à la doctrine",
    title: "De la décision à la doctrine",
    summary: "Partir d'une décision, d'une loi ou d'une réponse ministérielle, trouver les § qui la citent.",
  },
  {
    slug: "tableaux",
    group: "guides",
    path: "/docs/tableaux",
    label: "Lire un tableau",
    title: "Lire un tableau",
    summary: "Barèmes, taux, plafonds, cellule par cellule, en JSON ou en CSV.",
  },
  {
    slug: "citations",
    group: "guides",
    path: "/docs/citations",
    label: "Vérifier les citations d'un texte",
    title: "Vérifier les citations d'un texte",
    summary:
      "Un mémoire, une consultation : ses références à la doctrine existent-elles, et disent-elles ces mots ?",
  },
  {
    slug: "suivi",
    group: "guides",
    path: "/docs/suivi",
    label: "Suivre ses références",
    title: "Suivre ses références",
    summary: "Les § retenus autrefois sont-ils encore, mot pour mot, ce qui est en vigueur ?",
  },
  {
    slug: "recherche",
    group: "guides",
    path: "/docs/recherche",
    label: "Chercher",
    title: "Chercher",
    summary: "Par des mots, par une question ou par un début de titre : la syntaxe, les filtres, les refus.",
  },
  {
    slug: "agents",
    group: "guides",
    path: "/docs/agents",
    label: "Agents d'IA",
    title: "Agents d'IA",
    summary: "Brancher un modèle de langue sur la doctrine, par des outils MCP en lecture seule.",
  },
  {
    slug: "reference",
    group: "reference",
    path: "/docs/reference",
    label: "Toutes les routes",
    title: "Référence des routes",
    summary: "Une page par route : paramètres, réponse, refus, exemples.",
  },
  {
    slug: "erreurs",
    group: "reference",
    path: "/docs/erreurs",
    label: "Codes d'erreur",
    title: "Codes d'erreur",
    summary: "Chaque code, ce qui le cause, quoi faire.",
  },
  {
    slug: "essayer",
    group: "reference",
    path: "/docs/essayer",
    label: "Essayer l'API",
    title: "Essayer l'API",
    summary: "Envoyer des requêtes à ce serveur depuis le navigateur, avec votre clé.",
  },
  {
    slug: "authentification",
    group: "service",
    path: "/docs/authentification",
    label: "Clé d'API",
    title: "Obtenir et utiliser une clé",
    summary: "Comment l'obtenir, où la mettre, ce qui la fait refuser.",
  },
  {
    slug: "limites",
    group: "service",
    path: "/docs/limites",
    label: "Formules et limites",
    title: "Formules et limites",
    summary: "Quota du mois, limite par minute, en-têtes, bornes des paramètres.",
  },
  {
    slug: "vocabulaire",
    group: "service",
    path: "/docs/vocabulaire",
    label: "Vocabulaire",
    title: "Vocabulaire",
    summary: "Ce que désignent domaine, édition, rédaction, date_mise_a_jour et les autres mots de l'API.",
  },
  {
    slug: "etat",
    group: "service",
    path: "/docs/etat",
    label: "État du service",
    title: "État du service",
    summary: "Ce que disent d1, kv, r2, vectorize, search et ingestion dans /v1/status.",
  },
  {
    slug: "sens",
    group: "service",
    path: "/docs/sens",
    label: "Les vecteurs du sens",
    title: "Les vecteurs du sens",
    summary: "De quels modèles viennent les vecteurs, ce que chacun trouve et coûte, lequel répond.",
  },
  {
    slug: "versions",
    group: "service",
    path: "/docs/versions",
    label: "Versions",
    title: "Versions de l'API",
    summary: "Ce qui ne changera pas, et le journal daté de ce qui a changé.",
  },
  {
    slug: "licence",
    group: "service",
    path: "/docs/licence",
    label: "Attribution et licence",
    title: "Attribution et licence",
    summary: "La mention à conserver, la licence des données, l'indépendance du service.",
  },
] as const;

/** Where pages were, and which one answers there now. */
export const FORMER_PATHS = [{ path: "/docs/mcp", slug: "agents" }] as const;

type DocEntry = (typeof DOC_PAGES)[number];
export type DocSlug = DocEntry["slug"];

/** Where a page of the documentation lies. */
export function docPath(slug: DocSlug): string {
  return entryOf(slug).path;
}

export function entryOf(slug: DocSlug): DocEntry {
  const entry = DOC_PAGES.find((page) => page.slug === slug);
  if (entry === undefined) throw new Error(`no page ${slug}`);
  return entry;
}

/** Where the page of a route lies: `/v1/boi/{id}/graph` has `/docs/reference/boi-id-graph`. */
export function routePath(path: string): string {
  const words = path.replace("/v1/", "").match(/\w+/g) ?? [];
  return `${docPath("reference")}/${words.join("-")}`;
}
