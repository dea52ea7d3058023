import { Elysia } from "elysia";
import { UnknownPlan } from "../../db/keys/keys.ts";
import { exportKeys, type ImportSummary, importKeys } from "../../db/keys/transfer.ts";
import { InvalidKeyExport, parseKeyExport } from "../../db/keys/transfer-format.ts";
import type { Database } from "../../db/postgres/database.ts";
import { operatorLog } from "../access/act-log.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { type HttpDeps, http } from "../http/plugin.ts";
import { DamageSightings } from "../operator/damage-sightings.ts";
import { type ErasingDeps, erasing } from "../operator/erasing-route.ts";
import { type Rebuild, reindexing } from "../operator/reindexing-route.ts";
import { adminRoutes } from "../operator/route.ts";
import type { RunDeps } from "../operator/runs.ts";

interface ControlDeps extends Omit<HttpDeps, "sightings">, RunDeps, ErasingDeps {
  readonly clock: () => Date;
  readonly rebuild: Rebuild;
}

/** A socket has no addresses: its clients are on this machine. */
const LOCAL = () => "local";

/** Routes of the folder owner's commands, without a token: only that user can open the socket. */
export function createControlApp(deps: ControlDeps) {
  const { database } = deps;
  const record = operatorLog({ logger: deps.logger, clientAddress: LOCAL }, "control socket");
  const app = new Elysia({ normalize: false });
  const sightings = new DamageSightings(deps.clock);
  app.use(http({ ...deps, sightings }, () => app.routes));
  app.use(adminRoutes({ ...deps, record }));
  app.use(reindexing(deps.rebuild, record));
  app.use(erasing(deps, record));
  app.get("/admin/export-keys", () => exportKeys(database));
  // No size limit here: the export of a large store comes from its own operator.
  app.post(
    "/admin/import-keys",
    async ({ request, server }) => {
      const summary = await importDocument(database, request);
      record({ request, server })("keys imported", summary);
      return summary;
    },
    { parse: "none" },
  );
  return app;
}

async function importDocument(database: Database, request: Request): Promise<ImportSummary> {
  try {
    return await importKeys(database, parseKeyExport(await request.text()));
  } catch (error) {
    const isRefused = error instanceof InvalidKeyExport || error instanceof UnknownPlan;
    throw isRefused ? new ApiError("invalid_body", { reason: error.message }) : error;
  }
}
