import { endSession, isSessionEnded } from "../../../db/sessions/ended-sessions.ts";
import type { Arrival } from "../../http/client-address.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { exchangeOf } from "../../http/exchange.ts";
import { answerPrivatePage, redirectTo } from "../../pages/answer.ts";
import { wordRefusal } from "../../pages/layout.tsx";
import { hashOf, OPERATOR_COOKIE, type Session } from "../../sessions/cookie.ts";
import { isFromHere, isGenuine, readForm } from "../../sessions/forms.tsx";
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

/**
 * Renders a refusal in the dashboard's layout for a signed-in operator on a dashboard page; null for anyone and
 * anywhere else, who must not learn that there is one.
 */
export async function framedRefusal(
  context: DashboardContext,
  request: Request,
  refusal: ApiError,
): Promise<Response | null> {
  if (!`${new URL(request.url).pathname}/`.startsWith(`${PATHS.home}/`)) return null;
  // Without the store, no session can be checked: nobody counts as signed in.
  const session = await readSession(context, request).catch(() => null);
  if (session === null) return null;
  const { title, text } = wordRefusal(refusal);
  const page = (
    <Dashboard title={title} session={session}>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <a href={PATHS.home}>Revenir au tableau de bord</a>
      </p>
    </Dashboard>
  );
  return answerPrivatePage(page, refusal.status);
}

/** Opens a session for the operator's token; otherwise shows the form again. */
export async function signIn(context: DashboardContext, arrival: Arrival): Promise<Response> {
  const { request } = arrival;
  exchangeOf(request).isPage = true;
  if (!isFromHere(request, context.publicUrl())) return refuseForgery();
  const presented = (await readForm(request)).get("jeton_operateur") ?? "";
  try {
    context.token.demand(presented.trim(), arrival);
  } catch (error) {
    if (error instanceof ApiError) return refuseToken(error);
    throw error;
  }
  const answer = redirectTo(PATHS.home, 303);
  const { cookie } = context.sessions.open(context.clock());
  answer.headers.set("set-cookie", OPERATOR_COOKIE.header(cookie, context.publicUrl()));
  return answer;
}

function refuseToken(refusal: ApiError): Response {
  const isWrong = refusal.code === "invalid_admin_token";
  const fault = isWrong ? "Ce jeton n'est pas celui de l'opérateur." : refusal.message;
  const answer = signInPage(fault, refusal.status);
  for (const [name, value] of Object.entries(refusal.headers)) answer.headers.set(name, value);
  return answer;
}

/** Ends, in every process, the session of the request's cookie, and deletes the cookie. */
export async function signOut(
  { primary, clock, publicUrl }: DashboardContext,
  session: Session,
): Promise<Response> {
  await endSession(primary, hashOf(session), session.expiresAt, clock());
  const answer = redirectTo(PATHS.home, 303);
  answer.headers.set("set-cookie", OPERATOR_COOKIE.header("", publicUrl()));
  return answer;
}

/** @param fault what was wrong with the last attempt. */
export function signInPage(fault: string | null = null, status = 200): Response {
  return answerPrivatePage(
    <Dashboard title="Connexion" session={null}>
      <h1>Connexion de l'opérateur</h1>
      {fault === null ? null : (
        <p class="notice notice-warn" role="alert">
          {fault}
        </p>
      )}
      <form class="stacked" action={PATHS.signIn} method="post">
        <label for="jeton">Jeton d'administration (ADMIN_TOKEN)</label>
        <input id="jeton" name="jeton_operateur" type="password" required autocomplete="current-password" />
        <button type="submit">Se connecter</button>
      </form>
    </Dashboard>,
    status,
  );
}
