import { REFUSAL_STATUSES } from "../statuses.ts";
import type { ErrorEntry } from "./entry.ts";

/** Refusals due to who asks, or to how much: 401, 402, 403, 409, 429. */
export const ACCESS_ERRORS = {
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
