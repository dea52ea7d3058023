import { isSessionEnded } from "../../../db/sessions/ended-sessions.ts";
import { exchangeOf } from "../../http/exchange.ts";
import { answerPrivatePage, redirectTo } from "../../pages/answer.ts";
import { hashOf, OPERATOR_COOKIE, type Session } from "../../sessions/cookie.ts";
import { isGenuine, readForm } from "../../sessions/forms.tsx";

import { type DashboardContext, PATHS } from "./context.ts";
import { Dashboard } from "./layout.tsx";

/** Shows a page to the operator; redirects anyone else to the entry. */
export async function toOperator(
  context: DashboardContext,
  request: Request,
  show: (session: Session) => Promise<Response>,
): Promise<Response> {
  exchangeOf(request).isPage = true;
  const session = await readSession(context, request);
  return session === null ? redirectTo(PATHS.home, 303) : await show(session);
}

/** Handles a form whose CSRF token has been verified. */
type FormAct = (form: URLSearchParams, session: Session) => Promise<Response>;

/**
 * Handles a form of the dashboard when the operator sent it from the dashboard: it needs a session, a request that
 * the browser marks as coming from this site, and the form's own token.
 */
export async function fromOperator(
  context: DashboardContext,
  request: Request,
  act: FormAct,
): Promise<Response> {
  return await toOperator(context, request, async (session) => {
    const form = await readForm(request);
    const isFromPage = isGenuine(request, context.publicUrl(), form, session);
    return isFromPage ? await act(form, session) : refuseForgery();
  });
}

/** The session of a request, or null; only a cookie that we signed is looked up among the ended ones. */
export async function readSession(
  { sessions, clock, primary }: DashboardContext,
  request: Request,
): Promise<Session | null> {
  const session = sessions.read(OPERATOR_COOKIE.read(request), clock());
  return session === null || (await isSessionEnded(primary, hashOf(session))) ? null : session;
}

export function refuseForgery(): Response {
  return answerPrivatePage(
    <Dashboard title="Demande refusée" session={null}>
      <h1>Demande refusée</h1>
      <p>Ce formulaire ne vient pas de cette page, ou la page est trop ancienne : rien n'a été fait.</p>
      <p>
        <a href={PATHS.home}>Revenir au tableau de bord</a>
      </p>
    </Dashboard>,
    403,
  );
}
