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
