import { Elysia } from "elysia";
import { type Arrival, wellFormed } from "../../http/connections.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { requestContext } from "../../http/exchange.ts";
import { answerPrivatePage, redirectTo } from "../../pages/answer.ts";
import type { Html } from "../../pages/jsx/runtime.ts";
import type { Session } from "../../sessions/cookie.ts";
import { changeAdminKey, createAdminKey, revokeAdminKey } from "../keys.ts";
import { requestAdminRun } from "../runs.ts";
import { type DashboardContext, PATHS } from "./context.ts";
import { operatorGate } from "./gate.tsx";
import { homePage } from "./home.tsx";
import { keyPage } from "./key-page.tsx";
import { keysPage } from "./keys-page.tsx";
import { runPage } from "./run-page.tsx";
import { runsPage } from "./runs-page.tsx";

/** The operator's pages, beside the JSON routes of `/admin`; each handler reads its form after checking it. */
export const dashboard = (context: DashboardContext) => {
  const gate = operatorGate(context);
  const show = (request: Request, page: (context: DashboardContext, session: Session) => Promise<Html>) =>
    gate.admit(request, async ({ session }) => answerPrivatePage(await page(context, session)));
  const handle = (arrival: Arrival, act: (sent: Sent) => Promise<Response>) =>
    gate.handle(arrival.request, (form, { session }) => act({ context, arrival, session, form }));

  return new Elysia({ name: "dashboard", normalize: false })
    .use(wellFormed)
    .get(PATHS.home, ({ request }) =>
      requestContext(request, () => gate.enter(request, ({ session }) => homePage(context, session))),
    )
    .post(PATHS.signIn, ({ request, server }) => gate.signIn({ request, server }), { parse: "none" })
    .post(PATHS.signOut, ({ request }) => gate.handle(request, (_, operator) => gate.signOut(operator)), {
      parse: "none",
    })
    .get(PATHS.keys, ({ request }) => show(request, keysPage))
    .post(PATHS.keys, ({ request, server }) => handle({ request, server }, createKeyOfForm), {
      parse: "none",
    })
    .get(`${PATHS.keys}/:debut`, ({ request, params }) =>
      show(request, (_, session) => keyPage(context, session, params.debut)),
    )
    .post(
      `${PATHS.keys}/:debut/conditions`,
      ({ request, server, params }) =>
        handle({ request, server }, (sent) => changeTermsOfForm(sent, params.debut)),
      { parse: "none" },
    )
    .post(
      `${PATHS.keys}/:debut/revocation`,
      ({ request, server, params }) =>
        handle({ request, server }, (sent) => revokeKeyOfForm(sent, params.debut)),
      { parse: "none" },
    )
    .get(PATHS.runs, ({ request }) => show(request, runsPage))
    .post(PATHS.runs, ({ request, server }) => handle({ request, server }, launchRun), { parse: "none" })
    .get(`${PATHS.runs}/:id`, ({ request, params }) =>
      show(request, (_, session) => runPage(context, session, readRunId(params.id))),
    );
};

/** A form that the operator sent. */
interface Sent {
  readonly context: DashboardContext;
  readonly arrival: Arrival;
  readonly session: Session;
  readonly form: URLSearchParams;
}

/** Requests a run of the service's own source and redirects to the page that follows it. */
async function launchRun({ context: { admin, record }, arrival }: Sent): Promise<Response> {
  const { id } = await requestAdminRun(admin, {});
  record(arrival)("ingestion asked", { run: id });
  return redirectTo(`${PATHS.runs}/${id}`, 303);
}

/** @throws {ApiError} `unknown_run` */
function readRunId(written: string): number {
  if (!/^\d{1,9}$/.test(written)) throw new ApiError("unknown_run", { id: written });
  return Number(written);
}

/** Creates a key and shows it, this once, in the response: no redirection, because the key is stored nowhere. */
async function createKeyOfForm({ context, arrival, session, form }: Sent): Promise<Response> {
  const [name = "", plan = "", expiry = ""] = ["nom", "formule", "expiration"].map(
    (field) => form.get(field) ?? "",
  );
  const terms = expiry === "" ? {} : { expires_at: expiry };
  const create = async () => {
    const created = await createAdminKey(context.primary, context.record(arrival), { name, plan, ...terms });
    return answerPrivatePage(await keysPage(context, session, { created }), 201);
  };
  return await orTheFault(create, (fault) => keysPage(context, session, { fault }));
}

/**
 * Changes a key's plan and its own quota (an empty field means the plan's); redirects to the page of the form.
 * @throws {ApiError} `unknown_key`
 */
async function changeTermsOfForm(
  { context, arrival, session, form }: Sent,
  visibleStart: string,
): Promise<Response> {
  const isFromList = form.get("page") === "liste";
  const written = form.get("quota")?.trim() ?? "";
  const change = { plan: form.get("formule") ?? "", quota: written === "" ? null : Number(written) };
  const apply = async () => {
    const record = context.record(arrival);
    const { visible_start: key } = await changeAdminKey(context.primary, record, visibleStart, change);
    return redirectTo(isFromList ? `${PATHS.keys}#${key}` : `${PATHS.keys}/${key}`, 303);
  };
  return await orTheFault(apply, (fault) =>
    isFromList ? keysPage(context, session, { fault }) : keyPage(context, session, visibleStart, fault),
  );
}

/** @throws {ApiError} `unknown_key` */
async function revokeKeyOfForm({ context, arrival }: Sent, visibleStart: string): Promise<Response> {
  const key = await revokeAdminKey(context.primary, context.record(arrival), visibleStart);
  return redirectTo(`${PATHS.keys}/${key.visible_start}`, 303);
}

/** Does what the form asks; on invalid input, shows its page again with the fault. */
async function orTheFault(
  act: () => Promise<Response>,
  page: (fault: string) => Promise<Html>,
): Promise<Response> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "invalid_parameter")) throw error;
    return answerPrivatePage(await page(error.message), 400);
  }
}
