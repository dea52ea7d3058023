import type { AttemptLimiter } from "../access/attempt-limiter.ts";
import type { ClientAddress } from "../http/client-address.ts";
import type { RunDeps } from "../services/admin-runs.ts";
import type { StatusDeps } from "../services/status.ts";
import type { Sessions } from "./session.ts";

export interface DashboardDeps extends StatusDeps {
  readonly clientAddress: ClientAddress;
  readonly clock: () => Date;
  readonly publicUrl: () => string;
  /** How runs are asked for. */
  readonly admin: RunDeps;
}

/** What the pages of the dashboard work with. */
export interface DashboardContext extends DashboardDeps {
  readonly adminToken: string;
  readonly sessions: Sessions;
  /** Wrong tokens, by address. */
  readonly attempts: AttemptLimiter;
}

/** The addresses of the dashboard: the entry, then a space of their own beside the JSON routes of `/admin`. */
export const PATHS = {
  home: "/admin",
  signIn: "/admin/connexion",
  signOut: "/admin/deconnexion",
  keys: "/admin/tableau/cles",
  runs: "/admin/tableau/ingestions",
} as const;
