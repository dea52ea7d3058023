import type { Logger } from "pino";
import type { Database } from "../../../db/postgres/database.ts";
import type { KeyRing } from "../../access/api-key.ts";
import type { AttemptLimiter } from "../../access/attempt-limiter.ts";
import type { ClientAddress } from "../../http/client-address.ts";
import type { VisitDeps } from "../../pages/visits.ts";

/** What the pages of an account depend on. */
export interface AccountContext extends VisitDeps {
  readonly primary: Database;
  readonly keys: KeyRing;
  readonly attempts: AttemptLimiter;
  readonly clientAddress: ClientAddress;
  readonly clock: () => Date;
  readonly publicUrl: () => string;
  readonly upgradeUrl: () => string;
  /** Null disables the operator's side; sessions of accounts are then signed without it. */
  readonly adminToken: string | null;
  readonly logger: Pick<Logger, "info">;
}

export const PATHS = {
  home: "/compte",
  signIn: "/compte/connexion",
  signOut: "/compte/deconnexion",
  keys: "/compte/cles",
} as const;
