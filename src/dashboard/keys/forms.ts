import type { Arrival } from "../../http/client-address.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { answerPrivatePage, redirectTo } from "../../pages/answer.ts";
import type { Html } from "../../pages/jsx/runtime.ts";
import { changeAdminKey, createAdminKey, revokeAdminKey } from "../../services/admin/keys.ts";
import type { Session } from "../../sessions/session.ts";
import { type DashboardContext, PATHS } from "../context.ts";
import { keyPage } from "./key-page.tsx";
import { keysPage } from "./list-page.tsx";

/** Creates a key and shows it, this once, in the response: no redirection, because the key is stored nowhere. */
export async function createKeyOfForm(
  context: DashboardContext,
  arrival: Arrival,
  form: URLSearchParams,
  session: Session,
): Promise<Response> {
  const [name = "", plan = "", expiry = ""] = ["nom", "formule", "expiration"].map(
    (field) => form.get(field) ?? "",
  );
  const terms = expiry === "" ? {} : { expires_at: expiry };
  const create = async () => {
    const created = await createAdminKey(context.primary, { name, plan, ...terms });
    context.record(arrival, "key created", { name, plan, ...terms, key: created.visible_start });
    return answerPrivatePage(await keysPage(context, session, { created }), 201);
  };
  return await orTheFault(create, (fault) => keysPage(context, session, { fault }));
}

/**
 * Changes a key's plan and its own quota (an empty field means the plan's); redirects to the page of the form.
 * @throws {ApiError} `unknown_key`
 */
export async function changeTermsOfForm(
  context: DashboardContext,
  arrival: Arrival,
  visibleStart: string,
  form: URLSearchParams,
  session: Session,
): Promise<Response> {
  const isFromList = form.get("page") === "liste";
  const written = form.get("quota")?.trim() ?? "";
  const change = { plan: form.get("formule") ?? "", quota: written === "" ? null : Number(written) };
  const apply = async () => {
    const { visible_start: key } = await changeAdminKey(context.primary, visibleStart, change);
    context.record(arrival, "key changed", { key, change });
    return redirectTo(isFromList ? `${PATHS.keys}#${key}` : `${PATHS.keys}/${key}`, 303);
  };
  return await orTheFault(apply, (fault) =>
    isFromList ? keysPage(context, session, { fault }) : keyPage(context, session, visibleStart, fault),
  );
}

/** @throws {ApiError} `unknown_key` */
export async function revokeKeyOfForm(
  { primary, record }: DashboardContext,
  arrival: Arrival,
  visibleStart: string,
): Promise<Response> {
  const key = await revokeAdminKey(primary, visibleStart);
  record(arrival, "key revoked", { key: key.visible_start });
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
