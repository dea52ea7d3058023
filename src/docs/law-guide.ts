/** A step of the guide « De l'article à la doctrine »: a request of the sample corpus, asked again by a test. */
export interface LawStep {
  readonly anchor: string;
  readonly heading: string;
  /** With code between backquotes. */
  readonly text: string;
  readonly address: string;
  /** What its answer holds, which the next steps rely on. */
  readonly holds: string;
}

export const LAW_STEPS: readonly LawStep[] = [
  {
    anchor: "trouver",
    heading: "1. Trouver l'article",
    text: "La liste donne, dans l'ordre du code, les articles que cite la doctrine en vigueur, avec le nombre de documents. Le début du numéro s'écrit sous toute forme : `L80` trouve `L. 80 A`.",
    address: "/v1/articles?code=CGI&prefixe=156",
    holds: '"article":"156"',
  },
  {
    anchor: "commentaires",
    heading: "2. Voir qui le commente",
    text: "D'abord les documents qui le nomment dans leur titre, puis avant leur premier §, puis dans le corps ; à rang égal, les plus insistants. Un document qui cite une suite d'articles (« 150 U à 150 VH », « L. 55 et suivants ») est trouvé par chaque article qui y prend place, dans l'ordre du code.",
    address: "/v1/articles/CGI/156",
    holds: "BOI-IR-LIQ-10-20",
  },
  {
    anchor: "lire",
    heading: "3. Lire le §",
    text: "`paragraphes` dit où l'article est cité. Dans le document, `articles` dit aussi ce que la citation en désigne : `precision` vaut ici `II-2°`.",
    address: "/v1/boi/BOI-IR-LIQ-10-20",
    holds: '"precision":"II-2°"',
  },
  {
    anchor: "restreindre",
    heading: "4. Chercher parmi eux",
    text: "Le filtre `article` restreint une recherche aux documents qui le citent, avec tous les opérateurs et les autres filtres ; `facettes=true` compte les domaines, les types et les matières du résultat entier.",
    address: "/v1/search?q=pension*+OU+enfant*&article=CGI:156&facettes=true",
    holds: '"matiere":[{"code":"IR"',
  },
];
