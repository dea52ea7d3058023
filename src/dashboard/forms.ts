import type { Arrival } from "../http/client-address.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { answerPrivatePage, redirectTo } from "../pages/answer.ts";
import { createAdminKey, revokeAdminKey } from "../services/admin/keys.ts";
import { requestAdminRun } from "../services/admin/runs.ts";
import { type DashboardContext, PATHS } from "./context.ts";
import { keysPage } from "./keys/list-page.tsx";
import type { Session } from "./session.ts";

/** Makes a key, which the answer shows this once: it can't be a redirection, since nothing keeps the key. */
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
  try {
    const created = await createAdminKey(context.primary, { name, plan, ...terms });
    context.record(arrival, "key created", { name, plan, ...terms, key: created.visible_start });
    return answerPrivatePage(await keysPage(context, session, { created }), 201);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "invalid_parameter")) throw error;
    return answerPrivatePage(await keysPage(context, session, { fault: error.message }), 400);
  }
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

/** Asks for a run of the service's own source and leads to the page that follows it. */
export async function launchRun({ admin, record }: DashboardContext, arrival: Arrival): Promise<Response> {
  const { id } = await requestAdminRun(admin, {});
  record(arrival, "ingestion asked", { run: id });
  return redirectTo(`${PATHS.runs}/${id}`, 303);
}
