/**
 * Every refusal of the API: one code, one status, one French text that a caller can act on (contract
 * decisions, « Everywhere »). `{name}` in a text is replaced by the parameter of that name.
 */
const CATALOGUE = {
  invalid_parameter: { status: 400, text: "{reason}" },
  invalid_query: { status: 400, text: "{reason}" },
  invalid_body: { status: 400, text: "{reason}" },
  missing_api_key: {
    status: 401,
    text: "L'en-tête X-API-Key est absent : joignez-y votre clé d'API.",
  },
  misplaced_api_key: {
    status: 401,
    text: "La clé d'API est attendue dans l'en-tête X-API-Key : mettez-y celle que vous envoyez dans Authorization.",
  },
  invalid_api_key: {
    status: 401,
    text: "La clé d'API est invalide : vérifiez l'en-tête X-API-Key ou créez une nouvelle clé.",
  },
  invalid_admin_token: {
    status: 401,
    text: "Le jeton d'administration est absent ou invalide : envoyez « Authorization: Bearer <jeton> ».",
  },
  quota_exceeded: {
    status: 402,
    text: "Le quota mensuel de {quota} requêtes est épuisé : il se renouvelle le {reset}, ou changez de formule.",
  },
  semantic_not_allowed: {
    status: 403,
    text: "La recherche sémantique n'est pas comprise dans la formule « {plan} » : choisissez une formule qui la comprend.",
  },
  unknown_document: {
    status: 404,
    text: "Le document « {id} » n'existe pas dans le corpus : vérifiez l'identifiant avec /v1/suggest ou /v1/search.",
  },
  unknown_route: {
    status: 404,
    text: "L'adresse « {path} » n'existe pas : la liste des routes est dans /openapi.json.",
  },
  unknown_key: { status: 404, text: "Aucune clé ne commence par « {visible_start} »." },
  unknown_run: { status: 404, text: "Aucune exécution d'ingestion ne porte le numéro « {id} »." },
  method_not_allowed: {
    status: 405,
    text: "La méthode {method} n'est pas permise sur cette adresse : utilisez {allowed}.",
  },
  uri_too_long: {
    status: 414,
    text: "L'adresse dépasse {limit} octets : raccourcissez la requête.",
  },
  payload_too_large: { status: 413, text: "Le corps de la requête dépasse {limit} octets." },
  rate_limited: {
    status: 429,
    text: "La limite de {limit} requêtes par minute est atteinte : réessayez dans 60 secondes.",
  },
  too_many_attempts: {
    status: 429,
    text: "Trop de clés invalides ont été présentées depuis cette adresse : réessayez dans {seconds} secondes.",
  },
  too_many_searches: {
    status: 429,
    text: "Votre adresse a déjà fait {limit} recherches {period} : réessayez dans {wait}, ou parcourez le plan de classement.",
  },
  too_many_tokens: {
    status: 429,
    text: "Trop de jetons d'administration invalides sont venus de cette adresse : réessayez dans {seconds} secondes ; le bon reste accepté.",
  },
  not_ready: { status: 503, text: "Ce processus n'est pas prêt à répondre : {reason}." },
  internal_error: {
    status: 500,
    text: "Une erreur interne est survenue : réessayez, ou signalez-la en citant l'en-tête X-Request-Id.",
  },
  unavailable: {
    status: 503,
    text: "Un composant du service est momentanément indisponible : réessayez dans quelques secondes.",
  },
  too_many_unknown_keys: {
    status: 503,
    text: "Trop de clés inconnues sont présentées pour que celle-ci soit vérifiée : réessayez dans {seconds} secondes.",
  },
} as const satisfies Record<string, { readonly status: number; readonly text: string }>;

export type ErrorName = keyof typeof CATALOGUE;

/** Refusals that share the code of another. */
const SHARED_CODES = {
  misplaced_api_key: "missing_api_key",
  too_many_attempts: "rate_limited",
  too_many_searches: "rate_limited",
  too_many_tokens: "rate_limited",
  too_many_unknown_keys: "unavailable",
} as const satisfies Partial<Record<ErrorName, ErrorName>>;

/** What bodies carry: the name of the refusal, unless it shares the code of another. */
export type ErrorCode = Exclude<ErrorName, keyof typeof SHARED_CODES>;

/** A code with its status and the texts, `{name}` for their parameters, that come with it. */
export interface DocumentedError {
  readonly code: ErrorCode;
  readonly status: number;
  readonly texts: readonly string[];
}

/** Every code, in the order of the catalogue, for the documentation. */
export function documentedErrors(): DocumentedError[] {
  const names = Object.keys(CATALOGUE).filter((name): name is ErrorName => name in CATALOGUE);
  const byCode = Map.groupBy(names, codeOf);
  return [...byCode].map(([code, [first, ...others]]) => ({
    code,
    status: CATALOGUE[first ?? code].status,
    texts: [first ?? code, ...others].map((name) => CATALOGUE[name].text),
  }));
}

/** Where the documentation tells of a code. */
export function errorPath(code: ErrorCode): string {
  return `/docs/erreurs#${code}`;
}

function codeOf(name: ErrorName): ErrorCode {
  return sharesCode(name) ? SHARED_CODES[name] : name;
}

function sharesCode(name: ErrorName): name is keyof typeof SHARED_CODES {
  return name in SHARED_CODES;
}

/** Seconds after which a refusal with this status may be tried again (`Retry-After`). */
export const RETRY_AFTER_SECONDS: Readonly<Record<number, number>> = { 429: 60, 503: 5 };

export interface ErrorBody {
  readonly error: { readonly code: ErrorCode; readonly message: string };
}

/** An expected refusal. Anything else that is thrown is a bug and leaves as a plain 500. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;

  constructor(
    readonly code: ErrorName,
    readonly parameters: Readonly<Record<string, string>> = {},
  ) {
    super(fill(CATALOGUE[code].text, parameters));
    this.status = CATALOGUE[code].status;
  }

  /** Seconds after which it may be tried again (`Retry-After`), or null. */
  get retryAfterSeconds(): number | null {
    const { seconds } = this.parameters;
    return seconds === undefined ? (RETRY_AFTER_SECONDS[this.status] ?? null) : Number(seconds);
  }

  /** What the caller reads; the attribution is added where bodies are rendered. */
  get body(): ErrorBody {
    return { error: { code: codeOf(this.code), message: this.message } };
  }
}

function fill(text: string, parameters: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? "");
}
