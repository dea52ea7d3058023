import type { Logger } from "pino";
import { isSessionEnded } from "../../../db/keys/ended-sessions.ts";
import type { KeyGrant, StoredKey } from "../../../db/keys/stored-key.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { authenticateStored, type KeyRing } from "../../access/api-key.ts";
import type { AttemptLimiter } from "../../access/attempt-limiter.ts";
import type { ClientAddress } from "../../http/connections.ts";
import { Fault } from "../../pages/figures/figures.tsx";
import type { Html } from "../../pages/jsx/runtime.ts";
import { Page } from "../../pages/layout.tsx";
import type { VisitDeps } from "../../pages/visits.ts";
import { ACCOUNT_COOKIE, hashOf, type Session, Sessions } from "../../sessions/cookie.ts";
import { Gate } from "../../sessions/gate.ts";

/** Someone signed in with a key of an account. */
export interface Holder {
  readonly session: Session;
  /** What that key may do. */
  readonly grant: KeyGrant;
}

/**
 * The value of the cookie of a new session: the visible start of the key, then what the stored key signs. Any process
 * reads it, and the session ends with its key.
 */
function openSession(context: AccountContext, stored: StoredKey): string {
  const { cookie } = sessionsOf(context, stored).open(context.clock());
  return `${stored.grant.visibleStart}.${cookie}`;
}

/** Who sent a request, or null: no cookie, a forged one, a session that is over, a key that is refused by now. */
async function findHolder(context: AccountContext, request: Request): Promise<Holder | null> {
  const [, start = "", cookie = ""] = /^(\w+)\.(.+)$/.exec(ACCOUNT_COOKIE.read(request)) ?? [];
  if (start === "") return null;
  const stored = await context.keys.findByStart(start);
  const session = stored === null ? null : sessionsOf(context, stored).read(cookie, context.clock());
  if (stored === null || session === null) return null;
  return (await isSessionEnded(context.primary, hashOf(session))) ? null : { session, grant: stored.grant };
}

/**
 * Signed by the hash of the key, of which nothing is shown, and by the operator's token where there is one: whoever
 * reads the database alone can't sign in.
 */
function sessionsOf({ adminToken }: AccountContext, { hash }: StoredKey): Sessions {
  return new Sessions(hash, "account session", adminToken ?? "");
}

/** What the pages of an account depend on. */
export interface AccountContext extends VisitDeps {
  readonly primary: Database;
  readonly keys: KeyRing;
  readonly attempts: AttemptLimiter;
  readonly clientAddress: ClientAddress;
  readonly clock: () => Date;
  readonly publicUrl: () => string;
  readonly upgradeUrl: () => string;
  /** Null disables the operator's side; sessions of accounts are then signed without it. */
  readonly adminToken: string | null;
  readonly logger: Pick<Logger, "info">;
}

export const PATHS = {
  home: "/compte",
  signIn: "/compte/connexion",
  signOut: "/compte/deconnexion",
  keys: "/compte/cles",
} as const;

/** The gate of the pages of accounts, which a key of the account opens; wrong keys are limited as the API's. */
export const accountGate = (context: AccountContext) =>
  new Gate<Holder>(
    {
      home: PATHS.home,
      cookie: ACCOUNT_COOKIE,
      find: (request) => findHolder(context, request),
      async open(form, { request, server }) {
        const address = () => context.clientAddress(request, server);
        return openSession(context, await authenticateStored(context, form.get("cle"), address));
      },
      signInPage: (fault) => <SignIn fault={fault} />,
      wordRefusal: ({ status, message }) =>
        status === 429
          ? message
          : "Cette clé n'est pas valide : vérifiez qu'elle est entière, et qu'elle n'est ni révoquée ni expirée.",
      refusalPage,
    },
    context,
  );

/** @param fault what was wrong with the last attempt. */
function SignIn({ fault }: { readonly fault: string | undefined }) {
  return (
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
    </Page>
  );
}

function refusalPage(title: string, text: string): Html {
  return (
    <Page title={title} isPrivate>
      <div class="refusal">
        <h1>{title}</h1>
        <p>{text}</p>
        <p>
          <a href={PATHS.home}>Revenir au compte</a>
        </p>
      </div>
    </Page>
  );
}
