/** The texts and default of an error status, whatever the code that comes with it. */
interface RefusalStatusEntry {
  /** In the OpenAPI document. */
  readonly meaning: string;
  /** In the documentation of errors, after the number. */
  readonly heading: string;
  /** Title of the page shown to a reader. */
  readonly title: string;
  /** Default `Retry-After`, in seconds, unless the refusal gives its own. */
  readonly retryAfterSeconds?: number;
}

export const REFUSAL_STATUSES = {
  400: {
    meaning: "Paramètre ou requête invalide",
    heading: "requête à corriger",
    title: "Adresse invalide",
  },
  401: { meaning: "Clé absente ou invalide", heading: "clé absente ou refusée", title: "Accès refusé" },
  402: { meaning: "Quota mensuel épuisé", heading: "quota épuisé", title: "Erreur" },
  403: {
    meaning: "Recherche sémantique non comprise dans la formule",
    heading: "hors de la formule",
    title: "Accès refusé",
  },
  404: {
    meaning: "Document inconnu, ou texte non détenu",
    heading: "introuvable",
    title: "Page introuvable",
  },
  405: { meaning: "Méthode non permise", heading: "méthode non permise", title: "Méthode non permise" },
  409: {
    meaning: "Impossible en l'état du compte",
    heading: "impossible en l'état",
    title: "Demande refusée",
  },
  410: { meaning: "Texte effacé", heading: "texte effacé", title: "Texte effacé" },
  413: { meaning: "Corps trop grand", heading: "corps trop grand", title: "Erreur" },
  414: { meaning: "Adresse trop longue", heading: "adresse trop longue", title: "Erreur" },
  429: {
    meaning: "Limite par minute atteinte",
    heading: "trop de requêtes",
    title: "Trop de demandes",
    retryAfterSeconds: 60,
  },
  500: { meaning: "Erreur interne", heading: "faute du service", title: "Erreur" },
  503: {
    meaning: "Composant indisponible",
    heading: "momentanément indisponible",
    title: "Service momentanément indisponible",
    retryAfterSeconds: 5,
  },
} as const satisfies Readonly<Record<number, RefusalStatusEntry>>;

export type RefusalStatus = keyof typeof REFUSAL_STATUSES;

/** Descriptions in the OpenAPI document of the statuses that are not refusals. */
const ANSWER_MEANINGS: Readonly<Record<string, string>> = {
  200: "Réponse",
  201: "Créé",
  202: "Accepté",
  304: "Inchangée : le corps est celui de l'ETag donné",
};

/** The description of a status in the OpenAPI document, for every route. */
export function meaningOf(status: string): string {
  return ANSWER_MEANINGS[status] ?? findRefusalStatus(Number(status))?.meaning ?? status;
}

/** The statuses that carry `Retry-After`, each with its default, in seconds. */
export function retryAfterDefaults(): { readonly status: string; readonly seconds: number }[] {
  return Object.entries<RefusalStatusEntry>(REFUSAL_STATUSES).flatMap(
    ([status, { retryAfterSeconds: seconds }]) => (seconds === undefined ? [] : [{ status, seconds }]),
  );
}

/** The `Retry-After` of a status, if any; `ownSeconds` of the refusal itself come first. */
export function retryAfterHeader(status: number, ownSeconds?: string): { "retry-after"?: string } {
  const seconds = ownSeconds ?? findRefusalStatus(status)?.retryAfterSeconds;
  return seconds === undefined ? {} : { "retry-after": String(seconds) };
}

function findRefusalStatus(status: number): RefusalStatusEntry | undefined {
  const entries: Readonly<Record<number, RefusalStatusEntry>> = REFUSAL_STATUSES;
  return entries[status];
}
