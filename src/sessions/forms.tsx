import { readBounded } from "../http/json-body.ts";
import { isSame, type Session } from "./session.ts";

/** Name of the field that contains a form's CSRF token. */
const TOKEN_FIELD = "jeton";

/** The CSRF token that every form of a session contains. */
export function FormToken({ session }: { readonly session: Session }) {
  return <input type="hidden" name={TOKEN_FIELD} value={session.formToken} />;
}

/**
 * Whether a form comes from a page of its session: the browser marks it as sent from this site, and it has the
 * session's token.
 */
export function isGenuine(
  request: Request,
  publicUrl: string,
  form: URLSearchParams,
  session: Session,
): boolean {
  return isFromHere(request, publicUrl) && isSame(form.get(TOKEN_FIELD) ?? "", session.formToken);
}

/**
 * Whether a form was sent by a page of this site, recognised by its public address or by the one it was reached at.
 */
export function isFromHere(request: Request, publicUrl: string): boolean {
  const origin = URL.parse(request.headers.get("origin") ?? "");
  if (origin === null) return false;
  return origin.origin === URL.parse(publicUrl)?.origin || origin.host === request.headers.get("host");
}

/** @throws {ApiError} `payload_too_large` */
export async function readForm(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(new TextDecoder().decode(await readBounded(request)));
}
