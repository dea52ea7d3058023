import { type OperatorLogDeps, operatorLog, type RecordFor } from "../../access/act-log.ts";
import type { OperatorToken } from "../../access/admin-token.ts";
import type { StatusDeps } from "../../features/service/status.ts";
import { Sessions } from "../../sessions/cookie.ts";
import type { RunDeps } from "../runs.ts";

interface DashboardDeps extends StatusDeps, OperatorLogDeps {
  readonly clock: () => Date;
  readonly publicUrl: () => string;
  /** How runs are requested. */
  readonly admin: RunDeps;
  readonly token: OperatorToken;
}

/** What the pages of the dashboard depend on. */
export interface DashboardContext extends DashboardDeps {
  readonly sessions: Sessions;
  readonly record: RecordFor;
}

export function openDashboard(deps: DashboardDeps, adminToken: string): DashboardContext {
  return {
    ...deps,
    sessions: new Sessions(adminToken, "dashboard session"),
    record: operatorLog(deps, "dashboard session"),
  };
}

/** Paths of the dashboard: its entry, then its own prefix beside the JSON routes of `/admin`. */
export const PATHS = {
  home: "/admin",
  signIn: "/admin/connexion",
  signOut: "/admin/deconnexion",
  keys: "/admin/tableau/cles",
  runs: "/admin/tableau/ingestions",
} as const;
