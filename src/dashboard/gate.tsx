import { isSessionEnded } from "../../db/sessions/ended-sessions.ts";
import { exchangeOf } from "../http/exchange.ts";
import { readBounded } from "../http/json-body.ts";
import { answerPrivatePage, redirectTo } from "../pages/answer.ts";
import { type DashboardContext, PATHS } from "./context.ts";
import { readSessionCookie } from "./cookie.ts";
import { Dashboard } from "./layout.tsx";
import { hashOf, isSame, type Session } from "./session.ts";

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
    const isGenuine = isFromHere(context, request) && isSame(form.get("jeton") ?? "", session.formToken);
    return isGenuine ? await act(form, session) : refuseForgery();
  });
}

/** The session of a request, or null; only a cookie that we signed is looked up among the ended ones. */
export async function readSession(
  { sessions, clock, primary }: DashboardContext,
  request: Request,
): Promise<Session | null> {
  const session = sessions.read(readSessionCookie(request), clock());
  return session === null || (await isSessionEnded(primary, hashOf(session))) ? null : session;
}

/**
 * Whether a form was sent by a page of this site, recognised by its public address or by the one it was reached at.
 */
export function isFromHere({ publicUrl }: DashboardContext, request: Request): boolean {
  const origin = URL.parse(request.headers.get("origin") ?? "");
  if (origin === null) return false;
  return origin.origin === URL.parse(publicUrl())?.origin || origin.host === request.headers.get("host");
}

/** @throws {ApiError} `payload_too_large` */
export async function readForm(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(new TextDecoder().decode(await readBounded(request)));
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
