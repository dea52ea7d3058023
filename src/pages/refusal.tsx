import type { ApiError } from "../http/errors.ts";
import { exchangeOf } from "../http/exchange.ts";
import { answerPrivatePage } from "./answer.ts";
import { Page } from "./layout.tsx";

const TITLES: Readonly<Record<number, string>> = {
  400: "Adresse invalide",
  401: "Accès refusé",
  403: "Accès refusé",
  404: "Page introuvable",
  405: "Méthode non permise",
  429: "Trop de demandes",
  503: "Service momentanément indisponible",
};

/** What a refusal tells the reader of a page, where the API's words would speak of its own routes. */
const TEXTS: Readonly<Record<string, string>> = {
  unknown_document:
    "Ce document, ou cette version, n'est pas dans le corpus. Cherchez-le par son titre ou par le début de son identifiant.",
  unknown_route: "Rien ne se trouve à cette adresse.",
  internal_error: "Une erreur interne est survenue. Réessayez dans un instant.",
};

/**
 * Whether a refusal is for a reader's eyes: that of a page's route, or of an address that a browser asks for and that
 * nothing answers, outside the API.
 */
export function isForReader(request: Request, code: unknown, path: string): boolean {
  if (exchangeOf(request).isPage) return true;
  const isUnknown = code === "NOT_FOUND" && !path.startsWith("/v1/");
  return isUnknown && (request.headers.get("accept") ?? "").includes("text/html");
}

/** A refusal in the words of a reader. */
export function wordRefusal({ code, status, message }: ApiError): { title: string; text: string } {
  return { title: TITLES[status] ?? "Erreur", text: TEXTS[code] ?? message };
}

/** The page that tells a refusal. */
export function refusalPage(refusal: ApiError): Response {
  const { title, text } = wordRefusal(refusal);
  const answer = answerPrivatePage(
    <Page title={title}>
      <div class="refusal">
        <h1>{title}</h1>
        <p>{text}</p>
        <p>
          <a href="/">Chercher un document</a> · <a href="/plan">Parcourir le plan de classement</a>
        </p>
      </div>
    </Page>,
    refusal.status,
  );
  return withRetryAfter(answer, refusal);
}

/** A page that tells a refusal, with when to try again. */
export function withRetryAfter(answer: Response, { retryAfterSeconds }: ApiError): Response {
  if (retryAfterSeconds !== null) answer.headers.set("retry-after", String(retryAfterSeconds));
  return answer;
}
