import type { Html } from "../../pages/jsx/runtime.ts";
import type { Session } from "../../sessions/cookie.ts";
import { listAdminRuns } from "../runs.ts";
import type { DashboardContext } from "./context.ts";
import { LaunchForm } from "./launch-form.tsx";
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
