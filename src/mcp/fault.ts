import { MAX_IDENTIFIER_LENGTH } from "../../db/bofip/identifier.ts";

/** A tool that can't answer: the message, in French, tells the model what to try next. */
export class ToolFault extends Error {
  override readonly name = "ToolFault";

  constructor(
    message: string,
    /** Code of the API's refusal, when it is one. */
    readonly code: string | null = null,
  ) {
    super(message);
  }
}

const RETRY = "Réessayez une fois dans quelques secondes ; si l'erreur persiste, dites-le à l'utilisateur.";

/** What a model does about each refusal of the API (codes of `errors.ts`). */
const NEXT_STEPS: Readonly<Record<string, string>> = {
  invalid_parameter: "Corrigez ce paramètre et rappelez l'outil.",
  invalid_query:
    'Syntaxe : mots tous exigés ; ET, OU, SAUF en capitales ; parenthèses ; -mot ; "expression exacte" ; préf* (8 au plus). Simplifiez la requête et rappelez l\'outil.',
  missing_api_key: "Demandez à l'utilisateur de configurer sa clé d'API.",
  invalid_api_key: "Demandez à l'utilisateur de vérifier la clé d'API de ce serveur MCP ; ne réessayez pas.",
  quota_exceeded:
    "N'appelez plus d'outil avant cette date : répondez avec ce que vous avez déjà et prévenez l'utilisateur.",
  semantic_not_allowed:
    "Utilisez search avec deux à quatre mots-clés de la question : il est compris dans toutes les formules.",
  unknown_document:
    "Cherchez l'identifiant avec search (« q » = l'identifiant ou des mots du titre) ou semantic_search.",
  rate_limited: "Attendez une minute avant le prochain appel, et groupez vos demandes.",
  internal_error: RETRY,
  unavailable: RETRY,
};

/** The fault that a refusal of the API amounts to. */
export function faultOf(code: string, message: string, upgradeUrl: string | undefined): ToolFault {
  const upgrade = upgradeUrl === undefined ? "" : ` Pour changer de formule : ${upgradeUrl}`;
  return new ToolFault(`${message} ${NEXT_STEPS[code] ?? RETRY}${upgrade}`, code);
}

/** Adds to an unknown document's fault where its neighbours are. */
export function withNeighbours(boiId: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ToolFault) || error.code !== "unknown_document") throw error;
    if (boiId.length > MAX_IDENTIFIER_LENGTH) throw error;
    const [, undated] = /^(BOI-.+)-\d{8}$/.exec(boiId) ?? [];
    const edition = undated === undefined ? "" : ` Sans date, « ${undated} » nomme l'édition en vigueur.`;
    const parent = (undated ?? boiId).split("-").slice(1, -1).join("/");
    const plan = `browse_plan avec « chemin » = « ${parent} » liste les documents voisins.`;
    throw new ToolFault(`${error.message}${edition} ${plan}`, error.code);
  };
}
