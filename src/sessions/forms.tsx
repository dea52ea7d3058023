import { TimeLimitPassed, withTimeout } from "../../db/engine/retry.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { readBounded } from "../http/json-body.ts";
import { isSame, type Session } from "./cookie.ts";

/** Name of the field that contains a form's CSRF token. */
const TOKEN_FIELD = "jeton";

/** The CSRF token that every form of a session contains. */
export function FormToken({ session }: { readonly session: Session }) {
  return <input type="hidden" name={TOKEN_FIELD} value={session.formToken} />;
}

/** Whether a form comes from a page of its session: marked by the browser as of this site, with the session's token. */
export function isGenuine(
  request: Request,
  publicUrl: string,
  form: URLSearchParams,
  session: Session,
): boolean {
  return isFromHere(request, publicUrl) && isSame(form.get(TOKEN_FIELD) ?? "", session.formToken);
}

/** Whether a form was sent by a page of this site, by its public address or the one it was reached at. */
export function isFromHere(request: Request, publicUrl: string): boolean {
  const origin = URL.parse(request.headers.get("origin") ?? "");
  if (origin === null) return false;
  return origin.origin === URL.parse(publicUrl)?.origin || origin.host === request.headers.get("host");
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
