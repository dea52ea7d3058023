import { isSameSecret } from "../../db/engine/same-secret.ts";
import { endSession } from "../../db/keys/ended-sessions.ts";
import type { Database } from "../../db/postgres/database.ts";
import type { Arrival } from "../http/connections.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { exchangeOf } from "../http/exchange.ts";
import { answerPrivatePage, redirectTo } from "../pages/answer.ts";
import type { Html } from "../pages/jsx/runtime.ts";
import { hashOf, type Session, type SessionCookie } from "./cookie.ts";
import { readForm, TOKEN_FIELD } from "./forms.tsx";

/** A side of the service that one signs in to: the operator's, or a customer's. */
interface Side<Holder> {
  /** Path of its entry. */
  readonly home: string;
  readonly cookie: SessionCookie;
  /** Who sent a request; null for who is not signed in. */
  readonly find: (request: Request) => Promise<Holder | null>;
  /** The cookie of a new session, for what the sign-in form contains. @throws {ApiError} */
  readonly open: (form: URLSearchParams, arrival: Arrival) => string | Promise<string>;
  readonly signInPage: (fault?: string) => Html;
  /** What the sign-in page says of a refusal. */
  readonly wordRefusal: (refusal: ApiError) => string;
  readonly refusalPage: (title: string, text: string) => Html;
}

const FORGED = "Ce formulaire ne vient pas de cette page, ou la page est trop ancienne : rien n'a été fait.";

interface GateDeps {
  readonly primary: Database;
  readonly clock: () => Date;
  readonly publicUrl: () => string;
}

/** Handles a form whose CSRF token has been verified. */
type FormAct<Holder> = (form: URLSearchParams, holder: Holder) => Promise<Response>;

/** The gate of a side of the service: its sessions, and the forms that only its own pages may send. */
export class Gate<Holder extends { readonly session: Session }> {
  constructor(
    private readonly side: Side<Holder>,
    private readonly deps: GateDeps,
  ) {}

  /** Shows a page to who is signed in, the sign-in form to anyone else. */
  async enter(request: Request, page: (holder: Holder) => Promise<Html>): Promise<Response> {
    exchangeOf(request).isPage = true;
    const holder = await this.side.find(request);
    return answerPrivatePage(holder === null ? this.side.signInPage() : await page(holder));
  }

  /** Answers who is signed in; redirects anyone else to the entry. */
  async admit(request: Request, answer: (holder: Holder) => Promise<Response>): Promise<Response> {
    exchangeOf(request).isPage = true;
    const holder = await this.side.find(request);
    return holder === null ? redirectTo(this.side.home, 303) : await answer(holder);
  }

  /**
   * Handles a form of who is signed in, sent from a page of the session: the browser marks it as coming from this site,
   * and it has the session's token.
   */
  async handle(request: Request, act: FormAct<Holder>): Promise<Response> {
    return await this.admit(request, async (holder) => {
      const form = await readForm(request);
      const isGenuine =
        this.isFromHere(request) && isSameSecret(form.get(TOKEN_FIELD) ?? "", holder.session.formToken);
      return isGenuine ? await act(form, holder) : this.refuseForgery();
    });
  }

  /** Opens a session for who presents what it takes; otherwise shows the form again. */
  async signIn(arrival: Arrival): Promise<Response> {
    const { request } = arrival;
    exchangeOf(request).isPage = true;
    if (!this.isFromHere(request)) return this.refuseForgery();
    const form = await readForm(request);
    try {
      return this.homeWith(await this.side.open(form, arrival));
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return this.refuse(error);
      throw error;
    }
  }

  /** Shows the sign-in form, with why one is not, or no longer, signed in. */
  refuse(refusal: ApiError): Response {
    const answer = answerPrivatePage(this.side.signInPage(this.side.wordRefusal(refusal)), refusal.status);
    for (const [name, value] of Object.entries(refusal.headers)) answer.headers.set(name, value);
    return answer;
  }

  /** Ends, in every process, the session of the request's cookie, and deletes the cookie. */
  async signOut({ session }: Holder): Promise<Response> {
    await endSession(this.deps.primary, hashOf(session), session.expiresAt, this.deps.clock());
    return this.homeWith("");
  }

  private homeWith(cookie: string): Response {
    const answer = redirectTo(this.side.home, 303);
    answer.headers.set("set-cookie", this.side.cookie.header(cookie, this.deps.publicUrl()));
    return answer;
  }

  private refuseForgery(): Response {
    return answerPrivatePage(this.side.refusalPage("Demande refusée", FORGED), 403);
  }

  /** Whether a page of this site sent a form: by its public address, or by the one that it was reached at. */
  private isFromHere(request: Request): boolean {
    const origin = URL.parse(request.headers.get("origin") ?? "");
    if (origin === null) return false;
    const isPublic = origin.origin === URL.parse(this.deps.publicUrl())?.origin;
    return isPublic || origin.host === request.headers.get("host");
  }
}
