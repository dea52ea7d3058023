import { Elysia } from "elysia";
import { wellFormed } from "../http/address-checks.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { exchangeOf } from "../http/exchange.ts";
import { requestContext } from "../http/request-context.ts";
import { answerPrivatePage } from "../pages/answer.ts";
import type { Html } from "../pages/jsx/runtime.ts";
import type { Session } from "../sessions/session.ts";
import { type DashboardContext, PATHS } from "./context.ts";
import { fromOperator, readSession, toOperator } from "./gate.tsx";
import { homePage } from "./home.tsx";
import { changeTermsOfForm, createKeyOfForm, revokeKeyOfForm } from "./keys/forms.ts";
import { keyPage } from "./keys/key-page.tsx";
import { keysPage } from "./keys/list-page.tsx";
import { launchRun } from "./runs/launch-form.tsx";
import { runsPage } from "./runs/list-page.tsx";
import { runPage } from "./runs/run-page.tsx";
import { signIn, signInPage, signOut } from "./sign-in.tsx";

/** The operator's pages, beside the JSON routes of `/admin`; each handler reads its form after checking it. */
export const dashboard = (context: DashboardContext) => {
  const show = (request: Request, page: (context: DashboardContext, session: Session) => Promise<Html>) =>
    toOperator(context, request, async (session) => answerPrivatePage(await page(context, session)));

  return new Elysia({ name: "dashboard", normalize: false })
    .use(wellFormed)
    .get(PATHS.home, ({ request }) => requestContext(request, () => enter(context, request)))
    .post(PATHS.signIn, ({ request, server }) => signIn(context, { request, server }), { parse: "none" })
    .post(
      PATHS.signOut,
      ({ request }) => fromOperator(context, request, (_, session) => signOut(context, session)),
      { parse: "none" },
    )
    .get(PATHS.keys, ({ request }) => show(request, keysPage))
    .post(
      PATHS.keys,
      ({ request, server }) =>
        fromOperator(context, request, (form, session) =>
          createKeyOfForm(context, { request, server }, form, session),
        ),
      { parse: "none" },
    )
    .get(`${PATHS.keys}/:debut`, ({ request, params }) =>
      show(request, (_, session) => keyPage(context, session, params.debut)),
    )
    .post(
      `${PATHS.keys}/:debut/conditions`,
      ({ request, server, params }) =>
        fromOperator(context, request, (form, session) =>
          changeTermsOfForm(context, { request, server }, params.debut, form, session),
        ),
      { parse: "none" },
    )
    .post(
      `${PATHS.keys}/:debut/revocation`,
      ({ request, server, params }) =>
        fromOperator(context, request, () => revokeKeyOfForm(context, { request, server }, params.debut)),
      { parse: "none" },
    )
    .get(PATHS.runs, ({ request }) => show(request, runsPage))
    .post(
      PATHS.runs,
      ({ request, server }) => fromOperator(context, request, () => launchRun(context, { request, server })),
      { parse: "none" },
    )
    .get(`${PATHS.runs}/:id`, ({ request, params }) =>
      show(request, (_, session) => runPage(context, session, readRunId(params.id))),
    );
};

/** The state of the service, or the sign-in form. */
async function enter(context: DashboardContext, request: Request): Promise<Response> {
  exchangeOf(request).isPage = true;
  const session = await readSession(context, request);
  return session === null ? signInPage() : answerPrivatePage(await homePage(context, session));
}

/** @throws {ApiError} `unknown_run` */
function readRunId(written: string): number {
  if (!/^\d{1,9}$/.test(written)) throw new ApiError("unknown_run", { id: written });
  return Number(written);
}
