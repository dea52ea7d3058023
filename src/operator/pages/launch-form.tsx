import type { Arrival } from "../../http/client-address.ts";
import { redirectTo } from "../../pages/answer.ts";
import type { Session } from "../../sessions/cookie.ts";
import { FormToken } from "../../sessions/forms.tsx";
import { requestAdminRun } from "../runs.ts";
import { type DashboardContext, PATHS } from "./context.ts";

/** The form that requests a run of the service's own source. */
export function LaunchForm({ session }: { readonly session: Session }) {
  return (
    <form class="inline-form" action={PATHS.runs} method="post">
      <FormToken session={session} />
      <button type="submit">Lancer une ingestion</button>
    </form>
  );
}

/** Requests a run of the service's own source and redirects to the page that follows it. */
export async function launchRun({ admin, record }: DashboardContext, arrival: Arrival): Promise<Response> {
  const { id } = await requestAdminRun(admin, {});
  record(arrival, "ingestion asked", { run: id });
  return redirectTo(`${PATHS.runs}/${id}`, 303);
}
