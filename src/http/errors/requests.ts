import type { DocSlug } from "../../docs/site.ts";
import type { DetailName } from "./details.ts";
import type { RefusalStatus } from "./statuses.ts";

/** Refusals of invalid or unknown requests: 400, 404, 405, 413, 414. */
export const REQUEST_ERRORS = {
  invalid_parameter: {
    status: 400,
    text: "{reason}",
    cause: "Un paramètre ou un champ manque, est inconnu, répété, mal écrit ou hors de ses bornes.",
    remedy:
      "Corrigez celui que nomme le message. Il propose le nom le plus proche quand il y en a un ; `details.boi_id`, l'identifiant du document que désigne ce qui a été donné à sa place, et `details.date` son édition.",
    details: ["boi_id", "date"],
    page: "reference",
    toldModel: "Corrigez ce paramètre et rappelez l'outil.",
  },
  invalid_query: {
    status: 400,
    text: "{reason}",
    cause: "La requête de `/v1/search` ne suit pas la syntaxe de recherche.",
    remedy:
      "Corrigez-la à la position dite. Pour chercher une saisie libre telle quelle, ôtez-en guillemets, parenthèses et astérisques.",
    page: "recherche",
    toldModel:
      'Syntaxe : mots tous exigés ; ET, OU, SAUF en capitales ; parenthèses ; -mot ; "expression exacte" ; préf* (8 au plus). Simplifiez la requête et rappelez l\'outil.',
  },
  invalid_body: {
    status: 400,
    text: "{reason}",
    cause:
      "Le corps n'est pas un objet JSON en UTF-8, n'est pas annoncé en `Content-Type: application/json`, n'est pas arrivé en entier, ou a plus de niveaux, de champs et d'éléments qu'aucun corps permis.",
    remedy: "Vérifiez l'en-tête `Content-Type`, l'encodage et la borne que dit le message.",
    toldModel: null,
  },
  unknown_document: {
    status: 404,
    text: "Ce service ne détient pas le document « {id} » : vérifiez l'identifiant avec /v1/suggest ou /v1/search.",
    cause:
      "Aucun document détenu ne porte cet identifiant, ce qui ne dit pas qu'il n'existe pas. La réponse compte dans le quota.",
    remedy:
      "Vérifiez l'identifiant avec `/v1/resolution` ou `/v1/suggest` ; `details.nomme_par` donne des § détenus qui le nomment.",
    details: ["nomme_par"],
    toldReader:
      "Ce service ne détient pas ce document, ou cette édition. Cherchez-le par son titre ou par le début de son identifiant.",
    toldModel:
      "Cherchez l'identifiant avec search (« q » = l'identifiant ou des mots du titre) ou semantic_search.",
  },
  article_not_cited: {
    status: 404,
    text: "Ni document en vigueur ni actualité ne nomme l'article « {article} » ({code}), dont le texte n'est pas détenu{proches}{etendues}.",
    cause:
      "Le texte de l'article n'est pas détenu, et aucun document en vigueur ni aucune actualité ne le nomme, seul ou au bout d'une suite. La réponse compte dans le quota.",
    remedy:
      "Prenez l'un de ceux que `details.proches` donne, ou parcourez `/v1/articles` : ce sont tous ceux que la doctrine nomme. Si l'article existe, voyez les suites d'articles de `details.etendues`.",
    details: ["proches", "etendues"],
    toldModel:
      "Reprenez l'un des articles proches, ou cherchez le sujet avec search. Qu'il prenne place dans une suite d'articles ne dit pas qu'il existe.",
  },
  law_not_cited: {
    status: 404,
    text: "Ni document en vigueur ni actualité ne cite {kind} « {cle} »{proches}.",
    cause:
      "Elle n'existe pas, aucun document en vigueur ni aucune actualité ne la cite, ou les textes qui la citent ne la distinguent pas d'une autre. La réponse compte dans le quota.",
    remedy:
      "Prenez l'une des clés de `details.proches`, ou parcourez `/v1/decisions`, `/v1/normes` ou `/v1/reponses` : c'est tout ce que la doctrine cite.",
    details: ["proches"],
    page: "decisions",
    toldModel: "Reprenez l'une des clés proches, ou cherchez le sujet avec search.",
  },
  unknown_news: {
    status: 404,
    text: "Ce service ne détient pas l'actualité « {id} » : cherchez-la avec /v1/actualites.",
    cause: "Aucune actualité détenue ne porte cet identifiant. La réponse compte dans le quota.",
    remedy: "Cherchez-la par ses mots, sa date ou un document qu'elle nomme avec `/v1/actualites`.",
    page: "reference",
    toldReader: "Ce service ne détient pas cette actualité.",
    toldModel: "Rappelez get_news sans « id », avec « q » ou « boi_id ».",
  },
  unknown_route: {
    status: 404,
    text: "L'adresse « {path} » n'existe pas : la liste des routes est dans /openapi.json.",
    cause: "Aucune route ne porte cette adresse.",
    remedy: "Comparez avec la référence des routes ; toutes commencent par `/v1`.",
    page: "reference",
    toldReader: "Rien ne se trouve à cette adresse.",
    toldModel: "Demandez à l'utilisateur de vérifier API_URL, l'adresse du service ; ne réessayez pas.",
  },
  unknown_key: {
    status: 404,
    text: "Aucune clé ne commence par « {visible_start} ».",
    variants: { unknown_account_key: "Aucune clé de votre compte ne commence par « {visible_start} »." },
    cause: "La clé nommée n'existe pas, ou n'est pas de ce compte, ou est déjà révoquée.",
    remedy: "Donnez les douze premiers caractères d'une clé de la liste (`GET /v1/compte/cles`).",
    page: "authentification",
    toldModel: null,
  },
  unknown_run: {
    status: 404,
    text: "Aucune exécution d'ingestion ne porte le numéro « {id} ».",
    cause: "L'exploitant a nommé une ingestion qui n'existe pas.",
    remedy: "Donnez le numéro d'une ingestion de la liste.",
    isForOperator: true,
    toldModel: null,
  },
  method_not_allowed: {
    status: 405,
    text: "La méthode {method} n'est pas permise sur cette adresse : utilisez {allowed}.",
    cause: "L'adresse existe, mais pas avec cette méthode.",
    remedy: "L'en-tête `Allow` dit celles qu'elle accepte.",
    toldModel: null,
  },
  payload_too_large: {
    status: 413,
    text: "Le corps de la requête dépasse {limit} octets : envoyez-en moins, ou par parties.",
    cause: "Le corps de la requête dépasse la limite.",
    remedy:
      "Envoyez la question seule, sans document joint ; un texte à vérifier, par parties de 50 000 caractères.",
    toldModel: null,
  },
  uri_too_long: {
    status: 414,
    text: "L'adresse dépasse {limit} octets : raccourcissez la requête.",
    cause: "L'adresse, paramètres compris, dépasse la limite.",
    remedy: "Raccourcissez la requête.",
    toldModel: null,
  },
} as const satisfies Record<string, ErrorEntry>;

/** The entry of an error code. */
export interface ErrorEntry {
  readonly status: RefusalStatus;
  /** The body's French message, which a developer can act on; `{name}` stands for the parameter of that name. */
  readonly text: string;
  /** Refusals that share this code and its status: their names and texts. */
  readonly variants?: Readonly<Record<string, string>>;
  /** The fields of `details`, for programs; a refusal of this code may omit some. */
  readonly details?: readonly DetailName[];
  /** The documentation: why it happens and what to do, code between backquotes. */
  readonly cause: string;
  readonly remedy: string;
  /** The documentation page with more. */
  readonly page?: DocSlug;
  /** Whether only the operator's own routes return it. */
  readonly isForOperator?: boolean;
  /** The message for the reader of a page, where `text` mentions the API's own routes. */
  readonly toldReader?: string;
  /** Next step for a model whose tool met it; null = try again once, for want of better. */
  readonly toldModel: string | null;
}
