import { endSession } from "../../db/sessions/ended.ts";
import { isAdminToken } from "../access/admin-token.ts";
import type { PeerSource } from "../http/client-address.ts";
import { ApiError } from "../http/errors.ts";
import { exchangeOf } from "../http/exchange.ts";
import { answerPrivatePage, redirectTo } from "../pages/answer.ts";
import { type DashboardContext, PATHS } from "./context.ts";
import { sessionCookie } from "./cookie.ts";
import { isFromHere, readForm, refuseForgery } from "./gate.tsx";
import { Dashboard } from "./layout.tsx";
import { hashOf, type Session } from "./session.ts";

/** Wrong tokens that one address may send in a clock minute. */
export const MAX_WRONG_TOKENS = 10;

/** Opens a session for who knows the operator's token. @throws {ApiError} `rate_limited` after too many wrong ones. */
export async function signIn(
  context: DashboardContext,
  request: Request,
  server: PeerSource | null,
): Promise<Response> {
  exchangeOf(request).isPage = true;
  const { attempts, adminToken, sessions, clock, publicUrl } = context;
  const address = context.clientAddress(request, server);
  if (attempts.isBlocked(address)) throw new ApiError("rate_limited", { limit: String(MAX_WRONG_TOKENS) });
  if (!isFromHere(context, request)) return refuseForgery();
  const token = (await readForm(request)).get("jeton_operateur") ?? "";
  if (!isAdminToken(`Bearer ${token.trim()}`, adminToken)) {
    attempts.record(address);
    return signInPage("Ce jeton n'est pas celui de l'opérateur.");
  }
  const answer = redirectTo(PATHS.home, 303);
  answer.headers.set("set-cookie", sessionCookie(sessions.open(clock()).cookie, publicUrl()));
  return answer;
}

/** Ends the session for whoever holds its cookie, in every process, and takes it back from the browser. */
export async function signOut(
  { primary, clock, publicUrl }: DashboardContext,
  session: Session,
): Promise<Response> {
  await endSession(primary, hashOf(session), session.expiresAt, clock());
  const answer = redirectTo(PATHS.home, 303);
  answer.headers.set("set-cookie", sessionCookie("", publicUrl()));
  return answer;
}

/** @param fault what was wrong with the last try. */
export function signInPage(fault: string | null = null): Response {
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
    fault === null ? 200 : 401,
  );
}
