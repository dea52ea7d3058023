import type { ApiError } from "../http/errors/api-error.ts";
import { REFUSAL_STATUSES } from "../http/errors/statuses.ts";
import { exchangeOf } from "../http/exchange.ts";
import { answerPrivatePage } from "./answer.ts";
import { Page } from "./layout.tsx";

/**
 * Whether a refusal is shown to a reader: one from a page's route, or for an unknown address outside the API
 * requested by a browser.
 */
export function isForReader(request: Request, code: unknown, path: string): boolean {
  if (exchangeOf(request).isPage) return true;
  const isUnknown = code === "NOT_FOUND" && !path.startsWith("/v1/");
  return isUnknown && (request.headers.get("accept") ?? "").includes("text/html");
}

/** Words a refusal for a reader. */
export function wordRefusal({ entry, message }: ApiError): { title: string; text: string } {
  return { title: REFUSAL_STATUSES[entry.status].title, text: entry.toldReader ?? message };
}

/** The page that shows a refusal. */
export function refusalPage(refusal: ApiError): Response {
  const { title, text } = wordRefusal(refusal);
  return answerPrivatePage(
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
}
