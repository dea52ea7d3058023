import { Elysia } from "elysia";
import { logAccountAct } from "../../access/act-log.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { answerPrivatePage, redirectTo } from "../../pages/answer.ts";
import { visited } from "../../pages/visits.ts";
import type { Gate } from "../../sessions/gate.ts";
import type { NewAccountKey } from "./answer.ts";
import { accountPage } from "./page.tsx";
import {
  createKeyOfAccount,
  renameKeyOfAccount,
  replaceKeyOfAccount,
  revokeKeyOfAccount,
} from "./service.ts";
import { type AccountContext, accountGate, type Holder, PATHS } from "./session.tsx";

/** The pages of a customer's account (contract, additions 2, « Account »); never in the OpenAPI document. */
export const accountPages = (context: AccountContext) => {
  const gate = accountGate(context);
  const handle = (request: Request, act: (sent: Sent) => Promise<Response>) =>
    gate.handle(request, (form, holder) => act({ context, gate, request, holder, form }));

  return new Elysia({ name: "accountPages", normalize: false })
    .use(visited(context))
    .get(PATHS.home, ({ request }) => gate.enter(request, (holder) => accountPage(context, holder)))
    .post(PATHS.signIn, ({ request, server }) => gate.signIn({ request, server }), { parse: "none" })
    .post(PATHS.signOut, ({ request }) => handle(request, ({ holder }) => gate.signOut(holder)), {
      parse: "none",
    })
    .post(PATHS.keys, ({ request }) => handle(request, createOfForm), { parse: "none" })
    .post(
      `${PATHS.keys}/:debut/nom`,
      ({ request, params }) => handle(request, (sent) => renameOfForm(sent, params.debut)),
      { parse: "none" },
    )
    .post(
      `${PATHS.keys}/:debut/remplacement`,
      ({ request, params }) => handle(request, (sent) => replaceOfForm(sent, params.debut)),
      { parse: "none" },
    )
    .post(
      `${PATHS.keys}/:debut/revocation`,
      ({ request, params }) => handle(request, (sent) => revokeOfForm(sent, params.debut)),
      { parse: "none" },
    );
};

/** A form that a holder sent. */
interface Sent {
  readonly context: AccountContext;
  readonly gate: Gate<Holder>;
  readonly request: Request;
  readonly holder: Holder;
  readonly form: URLSearchParams;
}

/** Creates a key and shows it, this once, in the response: no redirection, because the key is stored nowhere. */
async function createOfForm(sent: Sent): Promise<Response> {
  const { context, holder, form } = sent;
  return await showingNewKey(sent, "key created", () =>
    createKeyOfAccount(context.primary, holder.grant, form.get("nom") ?? ""),
  );
}

/** Replaces a key and shows the new one, this once. */
async function replaceOfForm(sent: Sent, visibleStart: string): Promise<Response> {
  const { context, holder } = sent;
  return await showingNewKey(sent, "key replaced", () =>
    replaceKeyOfAccount(context.primary, holder.grant, visibleStart),
  );
}

async function renameOfForm(sent: Sent, visibleStart: string): Promise<Response> {
  const { context, request, holder, form } = sent;
  return await orTheFault(sent, async () => {
    await renameKeyOfAccount(context.primary, holder.grant, visibleStart, form.get("nom") ?? "");
    logAccountAct(context.logger, request, holder.grant, "key renamed", visibleStart);
    return redirectTo(`${PATHS.home}#cles`, 303);
  });
}

async function revokeOfForm(sent: Sent, visibleStart: string): Promise<Response> {
  const { context, request, holder } = sent;
  return await orTheFault(sent, async () => {
    await revokeKeyOfAccount(context.primary, holder.grant, visibleStart);
    logAccountAct(context.logger, request, holder.grant, "key revoked", visibleStart);
    return redirectTo(`${PATHS.home}#cles`, 303);
  });
}

async function showingNewKey(
  sent: Sent,
  act: "key created" | "key replaced",
  create: () => Promise<NewAccountKey>,
): Promise<Response> {
  const { context, request, holder } = sent;
  return await orTheFault(sent, async () => {
    const created = await create();
    logAccountAct(context.logger, request, holder.grant, act, created.visible_start);
    return answerPrivatePage(await accountPage(context, holder, { created }), 201);
  });
}

/** Does what the form asks; otherwise shows the page again with the reason, or the entry to whose key is refused by now. */
async function orTheFault({ context, gate, holder }: Sent, act: () => Promise<Response>): Promise<Response> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    if (error.code === "invalid_api_key") return gate.refuse(error);
    return answerPrivatePage(await accountPage(context, holder, { fault: error.message }), error.status);
  }
}
