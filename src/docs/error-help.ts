import type { ErrorCode } from "../http/errors.ts";
import type { DocSlug } from "./site.ts";

/** What the documentation adds to a code of the catalogue. */
export interface ErrorHelp {
  readonly cause: string;
  readonly remedy: string;
  /** Whether only the operator's own routes give it. */
  readonly isForOperator?: boolean;
  /** The page that tells more. */
  readonly page?: DocSlug;
}

/** One entry a code: the compiler asks for those that are missing. */
export const ERROR_HELP: Readonly<Record<ErrorCode, ErrorHelp>> = {
  invalid_parameter: {
    cause: "Un paramètre ou un champ manque, est inconnu, répété, mal écrit ou hors de ses bornes.",
    remedy: "Corrigez celui que nomme le message. Il propose le nom le plus proche quand il y en a un.",
    page: "reference",
  },
  invalid_query: {
    cause: "La requête de `/v1/search` ne suit pas la syntaxe de recherche.",
    remedy:
      "Corrigez-la à la position dite. Pour chercher une saisie libre telle quelle, ôtez-en guillemets, parenthèses et astérisques.",
    page: "recherche",
  },
  invalid_body: {
    cause:
      "Le corps n'est pas un objet JSON en UTF-8, ou n'est pas annoncé en `Content-Type: application/json`.",
    remedy: "Vérifiez l'en-tête `Content-Type` et l'encodage.",
  },
  missing_api_key: {
    cause: "La requête ne porte pas d'en-tête `X-API-Key`, ou il est vide.",
    remedy: "Joignez la clé en en-tête ; dans l'adresse, elle n'est pas lue.",
    page: "authentification",
  },
  invalid_api_key: {
    cause:
      "La clé est mal écrite, inconnue, révoquée ou expirée. Le message est le même dans les quatre cas.",
    remedy: "Vérifiez qu'elle est entière et sans espace ; sinon, demandez-en une autre à l'exploitant.",
    page: "authentification",
  },
  invalid_admin_token: {
    cause: "Une route de l'exploitant a été demandée sans son jeton.",
    remedy: "Envoyez-le en `Authorization: Bearer`.",
    isForOperator: true,
  },
  quota_exceeded: {
    cause: "Les réponses comptées ce mois-ci ont atteint le quota de la clé.",
    remedy:
      "Attendez le premier jour du mois suivant (UTC), ou changez de formule à l'adresse `upgrade_url`. Ne réessayez pas en boucle.",
    page: "limites",
  },
  semantic_not_allowed: {
    cause: "La formule de la clé ne comprend pas la recherche par le sens.",
    remedy: "Utilisez `/v1/search`, ou changez de formule.",
    page: "limites",
  },
  unknown_document: {
    cause:
      "Aucun document, ou aucune édition à cette date, ne porte cet identifiant dans le corpus. La réponse compte dans le quota.",
    remedy: "Cherchez l'identifiant avec `/v1/suggest`, ou les éditions connues avec `/historique`.",
  },
  unknown_route: {
    cause: "Aucune route ne porte cette adresse.",
    remedy: "Comparez avec la référence des routes ; toutes commencent par `/v1`.",
    page: "reference",
  },
  unknown_key: {
    cause: "L'exploitant a nommé une clé qui n'existe pas.",
    remedy: "Donnez les douze premiers caractères d'une clé de la liste.",
    isForOperator: true,
  },
  unknown_run: {
    cause: "L'exploitant a nommé une ingestion qui n'existe pas.",
    remedy: "Donnez le numéro d'une ingestion de la liste.",
    isForOperator: true,
  },
  method_not_allowed: {
    cause: "L'adresse existe, mais pas avec cette méthode.",
    remedy: "L'en-tête `Allow` dit celles qu'elle accepte.",
  },
  uri_too_long: {
    cause: "L'adresse, paramètres compris, dépasse la limite.",
    remedy: "Raccourcissez la requête.",
  },
  payload_too_large: {
    cause: "Le corps de la requête dépasse la limite.",
    remedy: "Envoyez la question seule : les documents n'ont pas à être joints.",
  },
  rate_limited: {
    cause:
      "La clé a atteint sa limite par minute, ou l'adresse a présenté trop de clés invalides, lu trop de pages ou fait trop de recherches.",
    remedy:
      "Attendez le temps de `Retry-After`, puis reprenez moins vite : `RateLimit` dit ce qui reste avant d'y arriver.",
    page: "limites",
  },
  not_ready: {
    cause: "La sonde `/ready` a été demandée à un processus qui démarre, s'arrête ou a perdu sa base.",
    remedy: "Envoyez les requêtes à un autre processus.",
    isForOperator: true,
  },
  internal_error: {
    cause: "Une faute du service. La réponse ne compte pas dans le quota.",
    remedy: "Réessayez une fois ; si elle persiste, signalez-la avec `X-Request-Id`.",
  },
  unavailable: {
    cause: "Un composant (base ou index) ne répond pas. La réponse ne compte pas dans le quota.",
    remedy: "Attendez le temps de `Retry-After` ; `/v1/status` dit lequel.",
  },
};
