const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "la connexion est refusée, rien n'écoute à cette adresse",
  ENOTFOUND: "le nom du serveur est introuvable",
  EAI_AGAIN: "le nom du serveur est introuvable",
  ECONNRESET: "la connexion est coupée",
  EPIPE: "la connexion est coupée",
  EHOSTUNREACH: "la machine est injoignable",
  ENETUNREACH: "la machine est injoignable",
  ETIMEDOUT: "la machine ne répond pas à temps",
  EPROTO: "ce port ne parle pas TLS",
};

/**
 * Why the network did not lead to a server, in French and without its address, from the code of an error or of one of
 * its causes; null for an error of another kind.
 */
export function networkCause(error: unknown): string | null {
  const code = codeOf(error);
  return code === null ? null : (CAUSES[code] ?? null);
}

/** Whether a connection was closed under a request: a server closes those that stay idle, at times under the next one. */
export function isCut(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ECONNRESET" || code === "EPIPE";
}

/** The first known code of an error and its causes. */
function codeOf(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && Object.hasOwn(CAUSES, String(cause.code))) return String(cause.code);
  return null;
}
