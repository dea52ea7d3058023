import type { Html } from "../../pages/jsx/runtime.ts";
import type { Session } from "../../sessions/cookie.ts";
import { SessionForm } from "../../sessions/forms.tsx";
import { listAdminRuns } from "../runs.ts";
import { type DashboardContext, PATHS } from "./context.ts";
import { Dashboard } from "./layout.tsx";
import { RunTable } from "./run-table.tsx";

/** The latest runs. */
export async function runsPage(context: DashboardContext, session: Session): Promise<Html> {
  const { runs } = await listAdminRuns(context.primary);
  return (
    <Dashboard title="Ingestions" session={session} section="ingestions">
      <h1>Ingestions</h1>
      <LaunchForm session={session} />
      <RunTable runs={runs} />
    </Dashboard>
  );
}

/** The form that requests a run of the service's own source. */
export function LaunchForm({ session }: { readonly session: Session }) {
  return (
    <SessionForm class="inline-form" action={PATHS.runs} session={session}>
      <button type="submit">Lancer une ingestion</button>
    </SessionForm>
  );
}
