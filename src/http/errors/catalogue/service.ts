import type { ErrorEntry } from "./entry.ts";

/** Faults of the service: 500, 503. */
export const SERVICE_ERRORS = {
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
    cause: "La sonde `/ready` a été demandée à un processus qui démarre, s'arrête ou a perdu sa base.",
    remedy: "Envoyez les requêtes à un autre processus.",
    isForOperator: true,
    toldModel: null,
  },
  unavailable: {
    status: 503,
    text: "Un composant du service est momentanément indisponible : réessayez dans quelques secondes.",
    variants: {
      too_many_unknown_keys:
        "Trop de clés inconnues sont présentées pour que celle-ci soit vérifiée : réessayez dans {seconds} secondes.",
    },
    cause: "Un composant (base ou index) ne répond pas. La réponse ne compte pas dans le quota.",
    remedy: "Attendez le temps de `Retry-After` ; `/v1/status` dit lequel.",
    toldModel: null,
  },
} as const satisfies Record<string, ErrorEntry>;
