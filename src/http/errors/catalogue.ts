import type { DetailName, RefusalDetails } from "./details.ts";
import { type ErrorEntry, REQUEST_ERRORS } from "./requests.ts";
import { REFUSAL_STATUSES } from "./statuses.ts";
import { TEXT_ERRORS } from "./texts.ts";

/** Refusals due to who asks, or to how much: 401, 402, 403, 409, 429. */
const ACCESS_ERRORS = {
  missing_api_key: {
    status: 401,
    text: "L'en-tête X-API-Key est absent : joignez-y votre clé d'API.",
    variants: {
      misplaced_api_key:
        "La clé d'API est attendue dans l'en-tête X-API-Key : mettez-y celle que vous envoyez dans Authorization.",
    },
    cause: "La requête ne porte pas d'en-tête `X-API-Key`, ou il est vide.",
    remedy: "Joignez la clé en en-tête ; dans l'adresse, elle n'est pas lue.",
    page: "authentification",
    toldModel: "Demandez à l'utilisateur de configurer sa clé d'API.",
  },
  invalid_api_key: {
    status: 401,
    text: "La clé d'API est invalide : vérifiez l'en-tête X-API-Key ou créez une nouvelle clé.",
    cause:
      "La clé est mal écrite, inconnue, révoquée ou expirée. Le message est le même dans les quatre cas.",
    remedy: "Vérifiez qu'elle est entière et sans espace ; sinon, demandez-en une autre à l'exploitant.",
    page: "authentification",
    toldModel: "Demandez à l'utilisateur de vérifier la clé d'API de ce serveur MCP ; ne réessayez pas.",
  },
  invalid_admin_token: {
    status: 401,
    text: "Le jeton d'administration est absent ou invalide : envoyez « Authorization: Bearer <jeton> ».",
    cause: "Une route de l'exploitant a été demandée sans son jeton.",
    remedy: "Envoyez-le en `Authorization: Bearer`.",
    isForOperator: true,
    toldModel: null,
  },
  quota_exceeded: {
    status: 402,
    text: "Le quota mensuel de {quota} requêtes est épuisé : il se renouvelle le {reset}, ou changez de formule.",
    cause: "Les réponses comptées ce mois-ci ont atteint le quota de la clé.",
    remedy:
      "Attendez le premier jour du mois suivant (UTC), ou changez de formule à l'adresse `upgrade_url`. Ne réessayez pas en boucle.",
    page: "limites",
    toldModel:
      "N'appelez plus d'outil avant cette date : répondez avec ce que vous avez déjà et prévenez l'utilisateur.",
  },
  semantic_not_allowed: {
    status: 403,
    text: "La recherche sémantique n'est pas comprise dans la formule « {plan} » : choisissez une formule qui la comprend.",
    cause: "La formule de la clé ne comprend pas la recherche par le sens.",
    remedy: "Utilisez `/v1/search`, ou changez de formule.",
    page: "limites",
    toldModel:
      "Utilisez search avec deux à quatre mots-clés de la question : il est compris dans toutes les formules.",
  },
  too_many_keys: {
    status: 409,
    text: "Un compte a {limit} clés au plus : révoquez-en une, ou remplacez-la.",
    variants: {
      too_many_replaced_keys:
        "{limit} clés remplacées sont encore acceptées : révoquez-en une, ou attendez la fin de ses {hours} heures.",
    },
    cause: "Le compte a déjà autant de clés qu'il peut en avoir.",
    remedy:
      "Révoquez une clé qui ne sert plus, sur la page `/compte` ou par `DELETE /v1/compte/cles/{visible_start}`.",
    page: "authentification",
    toldModel: null,
  },
  last_key: {
    status: 409,
    text: "C'est la dernière clé du compte : créez-en une autre avant de la révoquer, ou remplacez-la.",
    cause: "La révocation laisserait le compte sans clé.",
    remedy: "Créez d'abord une autre clé ; pour fermer le compte, adressez-vous à l'exploitant.",
    page: "authentification",
    toldModel: null,
  },
  rate_limited: {
    status: 429,
    text: `La limite de {limit} requêtes par minute est atteinte : réessayez dans ${REFUSAL_STATUSES[429].retryAfterSeconds} secondes.`,
    variants: {
      too_many_attempts:
        "Trop de clés invalides ont été présentées depuis cette adresse : réessayez dans {seconds} secondes.",
      export_under_way:
        "Un export est déjà en cours avec cette clé : attendez sa fin, ou réessayez dans {seconds} secondes.",
      too_many_exports:
        "Ce processus sert déjà {limit} exports, autant qu'il peut : réessayez dans {seconds} secondes.",
      visitor_budget_spent:
        "Votre adresse a demandé plus de travail que le site n'en donne sans clé : revenez dans {wait}.",
      too_many_visits:
        "Trop de pages sont demandées à la fois pour que celle-ci attende son tour : réessayez dans {seconds} secondes.",
      too_many_tokens:
        "Trop de jetons d'administration invalides sont venus de cette adresse : réessayez dans {seconds} secondes ; le bon reste accepté.",
    },
    cause:
      "La clé a atteint sa limite par minute, ou l'adresse a présenté trop de clés invalides, ou demandé sans clé plus de travail, ou plus de pages à la fois, que le site n'en donne.",
    remedy:
      "Attendez le temps de `Retry-After`, puis reprenez moins vite : `RateLimit` dit ce qui reste avant d'y arriver.",
    page: "limites",
    toldModel: "Attendez une minute avant le prochain appel, et groupez vos demandes.",
  },
} as const satisfies Record<string, ErrorEntry>;

/** Faults of the service: 500, 503. */
const SERVICE_ERRORS = {
  internal_error: {
    status: 500,
    text: "Une erreur interne est survenue : réessayez, ou signalez-la en citant l'en-tête X-Request-Id.",
    cause: "Une faute du service. La réponse ne compte pas dans le quota.",
    remedy: "Réessayez une fois ; si elle persiste, signalez-la avec `X-Request-Id`.",
    toldReader: "Une erreur interne est survenue. Réessayez dans un instant.",
    toldModel: null,
  },
  not_ready: {
    status: 503,
    text: "Ce processus n'est pas prêt à répondre : {reason}.",
    cause: "La sonde `/ready` a été demandée à un processus qui s'arrête ou a perdu sa base.",
    remedy: "Envoyez les requêtes à un autre processus.",
    isForOperator: true,
    toldModel: null,
  },
  derived_index_damaged: {
    status: 503,
    text: "L'index interrogé est abîmé ; il se refait depuis la base : réessayez dans une minute.",
    cause:
      "Ce qu'un index tient n'est plus ce qui y a été écrit : il ne répond pas plutôt que de répondre faux. La réponse ne compte pas dans le quota.",
    remedy:
      "Réessayez : l'index se refait de lui-même depuis la base ; `/v1/status` dit lequel et quand c'est fini.",
    toldModel: null,
  },
  unavailable: {
    status: 503,
    text: "Un composant du service est momentanément indisponible : réessayez dans quelques secondes.",
    variants: {
      storage_full:
        "Le service n'a plus la place d'enregistrer quoi que ce soit : réessayez dans {seconds} secondes.",
      too_many_unknown_keys:
        "Trop de clés inconnues sont présentées pour que celle-ci soit vérifiée : réessayez dans {seconds} secondes.",
    },
    cause:
      "Un composant (base ou index) ne répond pas, ou la base n'a plus de place. La réponse ne compte pas dans le quota.",
    remedy: "Attendez le temps de `Retry-After` ; `/v1/status` dit lequel.",
    toldModel: null,
  },
  stored_text_damaged: {
    status: 503,
    text: "Le texte enregistré de {id} est abîmé : il n'est plus celui qui a été écrit, et n'est donc pas servi.",
    variants: {
      stored_page_damaged: "Une page de la base est abîmée : ce qu'elle contient n'est pas servi.",
    },
    cause:
      "Ce que la base contient ne répond plus à son empreinte, ou ne peut plus être lu. La réponse ne compte pas dans le quota.",
    remedy:
      "Consultez la publication officielle. Le service répare ce texte à la prochaine ingestion quand il en garde le document officiel ; `/v1/status` dit ce qui reste abîmé.",
    page: "etat",
    toldReader: "Ce texte est abîmé dans notre base : consultez la publication officielle.",
    toldModel:
      "Dites que le service ne peut pas donner ce texte pour l'instant, et renvoyez à la publication officielle ; ne réessayez pas.",
  },
} as const satisfies Record<string, ErrorEntry>;

/** Every refusal of the API: one entry per code, with its texts for bodies, pages, documentation and tools. */
const CATALOGUE = { ...REQUEST_ERRORS, ...TEXT_ERRORS, ...ACCESS_ERRORS, ...SERVICE_ERRORS } as const;

/** The codes in response bodies. */
export type ErrorCode = keyof typeof CATALOGUE;

type VariantIn<Entry> = Entry extends { readonly variants: infer Variants } ? keyof Variants : never;

/** The name of a refusal: a code, or one of the variants that share it. */
export type ErrorName = ErrorCode | VariantIn<(typeof CATALOGUE)[ErrorCode]>;

type ListedBy<Entry> = Entry extends { readonly details: readonly (infer Name)[] }
  ? Name & DetailName
  : never;

type ListedFor<Name extends ErrorName> = {
  [Code in ErrorCode]: Name extends Code | VariantIn<(typeof CATALOGUE)[Code]>
    ? ListedBy<(typeof CATALOGUE)[Code]>
    : never;
}[ErrorCode];

/** The details that a refusal may contain: those that its code lists, or none. */
export type DetailsOf<Name extends ErrorName> = [ListedFor<Name>] extends [never]
  ? undefined
  : Pick<RefusalDetails, ListedFor<Name>>;

export interface CatalogueEntry extends ErrorEntry {
  readonly code: ErrorCode;
}

/** Every code with its entry. */
export const ERRORS: readonly CatalogueEntry[] = Object.keys(CATALOGUE)
  .filter((key): key is ErrorCode => key in CATALOGUE)
  .map((code) => ({ code, ...CATALOGUE[code] }));

/** The entry of a code received from elsewhere, or null. */
export function findError(code: string): CatalogueEntry | null {
  return ERRORS.find((entry) => entry.code === code) ?? null;
}

/** The entry of a refusal, and its own text. */
export function refusalNamed(name: ErrorName): { readonly entry: CatalogueEntry; readonly text: string } {
  const refusal = BY_NAME.get(name);
  if (refusal === undefined) throw new Error(`no error ${name}`);
  return refusal;
}

const BY_NAME: ReadonlyMap<string, ReturnType<typeof refusalNamed>> = new Map(
  ERRORS.flatMap((entry) =>
    Object.entries({ [entry.code]: entry.text, ...entry.variants }).map(
      ([name, text]) => [name, { entry, text }] as const,
    ),
  ),
);

/** The documentation page of a code. */
export function errorPath(code: ErrorCode): string {
  return `/docs/erreurs#${code}`;
}

/** The names of all refusals, variants included. */
export const ERROR_NAMES: readonly string[] = [...BY_NAME.keys()];
