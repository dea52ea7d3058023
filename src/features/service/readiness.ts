import { withTimeout } from "../../../db/engine/timeout.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { pingStore } from "../../../db/postgres/health.ts";
import { ApiError } from "../../http/errors/api-error.ts";

export interface ReadinessDeps {
  readonly database: Database;
  readonly drain: { readonly isDraining: boolean };
}

const TIME_LIMIT_MS = 2000;

/**
 * Whether this process should be sent requests: it is not about to stop and its store answers. An unavailable index
 * does not count: every other route still answers, and no other process would do better.
 * @throws {ApiError} `not_ready`
 */
export async function checkReadiness({ database, drain }: ReadinessDeps): Promise<{ status: "ready" }> {
  if (drain.isDraining) throw new ApiError("not_ready", { reason: "ce processus s'arrête" });
  const isAnswering = await withTimeout(TIME_LIMIT_MS, pingStore(database)).then(
    () => true,
    () => false,
  );
  if (!isAnswering) throw new ApiError("not_ready", { reason: "la base relationnelle ne répond pas" });
  return { status: "ready" };
}
