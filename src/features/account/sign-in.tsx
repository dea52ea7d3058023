import { endSession } from "../../../db/sessions/ended-sessions.ts";
import { authenticateStored } from "../../access/api-key.ts";
import type { Arrival } from "../../http/client-address.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { answerPrivatePage, redirectTo } from "../../pages/answer.ts";
import { Fault } from "../../pages/figures/figures.tsx";
import { Page } from "../../pages/layout.tsx";
import { ACCOUNT_COOKIE, hashOf } from "../../sessions/cookie.ts";
import { isFromHere, isGenuine, readForm } from "../../sessions/forms.tsx";
import { type AccountContext, type Holder, openSession, PATHS, readHolder } from "./session.ts";

/** Opens a session for a key of an account; otherwise shows the form again, wrong keys being limited as the API's. */
export async function signIn(context: AccountContext, { request, server }: Arrival): Promise<Response> {
  if (!isFromHere(request, context.publicUrl())) return refuseForgery();
  const presented = (await readForm(request)).get("cle");
  try {
    const address = () => context.clientAddress(request, server);
    const stored = await authenticateStored(context, presented, address);
    const answer = redirectTo(PATHS.home, 303);
    answer.headers.set(
      "set-cookie",
      ACCOUNT_COOKIE.header(openSession(context, stored), context.publicUrl()),
    );
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return refuseKey(error);
    throw error;
  }
}

/** Shows the form again, with what was wrong with the key. */
export function refuseKey(refusal: ApiError): Response {
  const isLimit = refusal.status === 429;
  const fault = isLimit
    ? refusal.message
    : "Cette clé n'est pas valide : vérifiez qu'elle est entière, et qu'elle n'est ni révoquée ni expirée.";
  const answer = signInPage(fault, refusal.status);
  for (const [name, value] of Object.entries(refusal.headers)) answer.headers.set(name, value);
  return answer;
}

/** Ends, in every process, the session of the request's cookie, and deletes the cookie. */
export async function signOut(context: AccountContext, { session }: Holder): Promise<Response> {
  await endSession(context.primary, hashOf(session), session.expiresAt, context.clock());
  const answer = redirectTo(PATHS.home, 303);
  answer.headers.set("set-cookie", ACCOUNT_COOKIE.header("", context.publicUrl()));
  return answer;
}

/** @param fault what was wrong with the last attempt. */
export function signInPage(fault?: string, status = 200): Response {
  return answerPrivatePage(
    <Page title="Votre compte" isPrivate>
      <div class="dashboard">
        <h1>Votre compte</h1>
        <p>Formule, usage du mois, refus et clés : une clé d'API du compte suffit pour y entrer.</p>
        <Fault fault={fault} />
        <form class="stacked" action={PATHS.signIn} method="post">
          <label for="cle">Clé d'API</label>
          <input id="cle" name="cle" type="password" required autocomplete="current-password" />
          <button type="submit">Se connecter</button>
        </form>
        <p class="quiet">
          La clé n'est pas gardée par ce navigateur : un cookie de session, propre à ces pages, dure huit
          heures.
        </p>
      </div>
    </Page>,
    status,
  );
}

/** Handles a form whose CSRF token has been verified. */
type FormAct = (form: URLSearchParams, holder: Holder) => Promise<Response>;

/** Handles a form that a holder sent from the pages of the account; anyone else is redirected to the entry. */
export async function fromHolder(context: AccountContext, request: Request, act: FormAct): Promise<Response> {
  const holder = await readHolder(context, request);
  if (holder === null) return redirectTo(PATHS.home, 303);
  const form = await readForm(request);
  const isFromPage = isGenuine(request, context.publicUrl(), form, holder.session);
  return isFromPage ? await act(form, holder) : refuseForgery();
}

function refuseForgery(): Response {
  return answerPrivatePage(
    <Page title="Demande refusée" isPrivate>
      <div class="refusal">
        <h1>Demande refusée</h1>
        <p>Ce formulaire ne vient pas de cette page, ou la page est trop ancienne : rien n'a été fait.</p>
        <p>
          <a href={PATHS.home}>Revenir au compte</a>
        </p>
      </div>
    </Page>,
    403,
  );
}
