import { TimeLimitPassed, withTimeout } from "../../db/engine/retry.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { readBounded } from "../http/json-body.ts";
import type { Child } from "../pages/jsx/runtime.ts";
import type { Session } from "./cookie.ts";

/** Name of the field that contains a form's CSRF token. */
export const TOKEN_FIELD = "jeton";

interface SessionFormProps {
  readonly class?: string;
  readonly action: string;
  readonly session: Session;
  readonly children: Child;
}

/** A form of a session, with the CSRF token that each contains. */
export function SessionForm({ class: name, action, session, children }: SessionFormProps) {
  return (
    <form class={name} action={action} method="post">
      <input type="hidden" name={TOKEN_FIELD} value={session.formToken} />
      {children}
    </form>
  );
}

export function SignOutForm({ action, session }: Pick<SessionFormProps, "action" | "session">) {
  return (
    <SessionForm class="sign-out" action={action} session={session}>
      <button type="submit" class="button-quiet">
        Se déconnecter
      </button>
    </SessionForm>
  );
}

/** A browser sends a form in one go. */
const FORM_MS = 4_000;

const forms = new WeakMap<Request, Promise<URLSearchParams>>();

/** A request's form, read once for all who ask. @throws {ApiError} `payload_too_large`, `invalid_body` when too slow */
export function readForm(request: Request): Promise<URLSearchParams> {
  const known = forms.get(request);
  if (known !== undefined) return known;
  const reading = receiveForm(request);
  forms.set(request, reading);
  return reading;
}

async function receiveForm(request: Request): Promise<URLSearchParams> {
  try {
    return new URLSearchParams(new TextDecoder().decode(await withTimeout(FORM_MS, readBounded(request))));
  } catch (error) {
    if (!(error instanceof TimeLimitPassed)) throw error;
    const reason = `Le formulaire n'est pas arrivé en entier en ${FORM_MS / 1_000} secondes : renvoyez-le.`;
    throw new ApiError("invalid_body", { reason });
  }
}
