import { endSession } from "../../../db/sessions/ended-sessions.ts";
import type { Arrival } from "../../http/client-address.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { exchangeOf } from "../../http/exchange.ts";
import { answerPrivatePage, redirectTo } from "../../pages/answer.ts";
import { hashOf, OPERATOR_COOKIE, type Session } from "../../sessions/cookie.ts";
import { isFromHere, readForm } from "../../sessions/forms.tsx";

import { type DashboardContext, PATHS } from "./context.ts";
import { refuseForgery } from "./gate.tsx";
import { Dashboard } from "./layout.tsx";

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
