import { answerPrivatePage, redirectTo } from "../../pages/answer.ts";
import { Page } from "../../pages/layout.tsx";
import { isGenuine, readForm } from "../../sessions/forms.tsx";
import { type AccountContext, PATHS } from "./context.ts";
import { type Holder, readHolder } from "./session.ts";

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

export function refuseForgery(): Response {
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
