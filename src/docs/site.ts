/** The pages of the documentation, in the order of its navigation. */
export const DOC_PAGES = [
  {
    slug: "demarrer",
    path: "/docs",
    label: "Démarrer",
    title: "API de la doctrine fiscale",
    summary: "Une clé, une première recherche, un document : cinq minutes.",
  },
  {
    slug: "authentification",
    path: "/docs/authentification",
    label: "Authentification",
    title: "Authentification",
    summary: "La clé d'API, où la mettre, ce qui la fait refuser.",
  },
  {
    slug: "limites",
    path: "/docs/limites",
    label: "Formules et limites",
    title: "Formules et limites",
    summary: "Quota du mois, limite par minute, en-têtes, bornes des paramètres.",
  },
  {
    slug: "recherche",
    path: "/docs/recherche",
    label: "Syntaxe de recherche",
    title: "Syntaxe de recherche",
    summary: "Les opérateurs de la recherche plein texte, un exemple par opérateur.",
  },
  {
    slug: "articles",
    path: "/docs/articles",
    label: "De l'article à la doctrine",
    title: "De l'article à la doctrine",
    summary: "Partir d'un article de loi, trouver les § qui le commentent.",
  },
  {
    slug: "citations",
    path: "/docs/citations",
    label: "Vérifier les citations d'un texte",
    title: "Vérifier les citations d'un texte",
    summary: "Un mémoire, une consultation : ce que vaut chacune de ses références à la doctrine.",
  },
  {
    slug: "prouver",
    path: "/docs/prouver",
    label: "Prouver ce que disait la doctrine",
    title: "Prouver ce que disait la doctrine",
    summary: "Le texte d'un jour passé, au § près, avec de quoi le prouver.",
  },
  {
    slug: "reference",
    path: "/docs/reference",
    label: "Référence des routes",
    title: "Référence des routes",
    summary: "Chaque route, ses paramètres, sa réponse, un exemple.",
  },
  {
    slug: "essayer",
    path: "/docs/essayer",
    label: "Essayer",
    title: "Essayer l'API",
    summary: "Envoyer des requêtes à ce serveur depuis le navigateur, avec votre clé.",
  },
  {
    slug: "miroir",
    path: "/docs/miroir",
    label: "Tenir un miroir",
    title: "Tenir un miroir",
    summary: "Exporter le corpus une fois, puis suivre le journal : rien ne manque, rien n'est lu deux fois.",
  },
  {
    slug: "erreurs",
    path: "/docs/erreurs",
    label: "Erreurs",
    title: "Erreurs",
    summary: "Chaque code, ce qui le cause, quoi faire.",
  },
  {
    slug: "mcp",
    path: "/docs/mcp",
    label: "Modèles de langue (MCP)",
    title: "Modèles de langue (MCP)",
    summary: "Brancher un modèle de langue sur la doctrine, par des outils en lecture seule.",
  },
  {
    slug: "versions",
    path: "/docs/versions",
    label: "Versions",
    title: "Versions de l'API",
    summary: "Ce qui ne changera pas, ce qui a été ajouté.",
  },
  {
    slug: "licence",
    path: "/docs/licence",
    label: "Attribution et licence",
    title: "Attribution et licence",
    summary: "La mention à conserver, la licence des données, l'indépendance du service.",
  },
] as const;

export type DocEntry = (typeof DOC_PAGES)[number];
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

/** Anchor of a route in the reference. */
export function operationAnchor(operationId: string): string {
  return `${docPath("reference")}#${operationId}`;
}
