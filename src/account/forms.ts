import { logAccountAct } from "../access/account-log.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { answerPrivatePage, redirectTo } from "../pages/answer.ts";
import type { NewAccountKey } from "../schemas/answers/account.ts";
import {
  createKeyOfAccount,
  renameKeyOfAccount,
  replaceKeyOfAccount,
  revokeKeyOfAccount,
} from "../services/account/keys.ts";
import { type AccountContext, PATHS } from "./context.ts";
import { accountPage } from "./home.tsx";
import type { Holder } from "./session.ts";
import { refuseKey } from "./sign-in.tsx";

/** A form that a holder sent. */
export interface Sent {
  readonly context: AccountContext;
  readonly request: Request;
  readonly holder: Holder;
  readonly form: URLSearchParams;
}

/** Creates a key and shows it, this once, in the response: no redirection, because the key is stored nowhere. */
export async function createOfForm(sent: Sent): Promise<Response> {
  const { context, holder, form } = sent;
  return await showingNewKey(sent, "key created", () =>
    createKeyOfAccount(context.primary, holder.grant, form.get("nom") ?? ""),
  );
}

/** Replaces a key and shows the new one, this once. */
export async function replaceOfForm(sent: Sent, visibleStart: string): Promise<Response> {
  const { context, holder } = sent;
  return await showingNewKey(sent, "key replaced", () =>
    replaceKeyOfAccount(context.primary, holder.grant, visibleStart),
  );
}

export async function renameOfForm(sent: Sent, visibleStart: string): Promise<Response> {
  const { context, request, holder, form } = sent;
  return await orTheFault(sent, async () => {
    await renameKeyOfAccount(context.primary, holder.grant, visibleStart, form.get("nom") ?? "");
    logAccountAct(context.logger, request, holder.grant, "key renamed", visibleStart);
    return redirectTo(`${PATHS.home}#cles`, 303);
  });
}

export async function revokeOfForm(sent: Sent, visibleStart: string): Promise<Response> {
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
async function orTheFault({ context, holder }: Sent, act: () => Promise<Response>): Promise<Response> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    if (error.code === "invalid_api_key") return refuseKey(error);
    return answerPrivatePage(await accountPage(context, holder, { fault: error.message }), error.status);
  }
}
