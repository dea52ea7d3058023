import { isSessionEnded } from "../../../db/keys/ended-sessions.ts";
import type { ApiError } from "../../http/errors/api-error.ts";
import { answerPrivatePage } from "../../pages/answer.ts";
import { Fault } from "../../pages/figures/figures.tsx";
import type { Html } from "../../pages/jsx/runtime.ts";
import { wordRefusal } from "../../pages/layout.tsx";
import { hashOf, OPERATOR_COOKIE, type Session } from "../../sessions/cookie.ts";
import { Gate } from "../../sessions/gate.ts";
import { type DashboardContext, PATHS } from "./context.ts";
import { Dashboard } from "./layout.tsx";

interface Operator {
  readonly session: Session;
}

/** The gate of the operator's pages, which the operator's token opens. */
export const operatorGate = (context: DashboardContext) =>
  new Gate<Operator>(
    {
      home: PATHS.home,
      cookie: OPERATOR_COOKIE,
      find: (request) => findOperator(context, request),
      open(form, arrival) {
        context.token.demand((form.get("jeton_operateur") ?? "").trim(), arrival);
        return context.sessions.open(context.clock()).cookie;
      },
      signInPage: (fault) => <SignIn fault={fault} />,
      wordRefusal: ({ code, message }) =>
        code === "invalid_admin_token" ? "Ce jeton n'est pas celui de l'opérateur." : message,
      refusalPage: (title, text) => refusalPage(title, text, null),
    },
    context,
  );

/** The operator who sent a request, or null; only a cookie that we signed is looked up among the ended ones. */
async function findOperator(
  { sessions, clock, primary }: DashboardContext,
  request: Request,
): Promise<Operator | null> {
  const session = sessions.read(OPERATOR_COOKIE.read(request), clock());
  return session === null || (await isSessionEnded(primary, hashOf(session))) ? null : { session };
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
  const operator = await findOperator(context, request).catch(() => null);
  if (operator === null) return null;
  const { title, text } = wordRefusal(refusal);
  return answerPrivatePage(refusalPage(title, text, operator.session), refusal.status);
}

function refusalPage(title: string, text: string, session: Session | null): Html {
  return (
    <Dashboard title={title} session={session}>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <a href={PATHS.home}>Revenir au tableau de bord</a>
      </p>
    </Dashboard>
  );
}

/** @param fault what was wrong with the last attempt. */
function SignIn({ fault }: { readonly fault: string | undefined }) {
  return (
    <Dashboard title="Connexion" session={null}>
      <h1>Connexion de l'opérateur</h1>
      <Fault fault={fault} />
      <form class="stacked" action={PATHS.signIn} method="post">
        <label for="jeton">Jeton d'administration (ADMIN_TOKEN)</label>
        <input id="jeton" name="jeton_operateur" type="password" required autocomplete="current-password" />
        <button type="submit">Se connecter</button>
      </form>
    </Dashboard>
  );
}
