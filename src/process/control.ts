import { Elysia } from "elysia";
import { UnknownPlan } from "../../db/keys/keys.ts";
import { exportKeys, importKeys } from "../../db/keys/transfer.ts";
import { InvalidKeyExport, parseKeyExport } from "../../db/keys/transfer-format.ts";
import type { Database } from "../../db/postgres/client.ts";
import { ApiError } from "../http/errors.ts";
import { type HttpDeps, http } from "../http.ts";
import { type AdminDeps, adminRoutes } from "../routes/admin.ts";
import { type Rebuild, reindexing } from "../routes/reindexing.ts";

/**
 * What the commands of this folder's owner ask of the running service: the admin routes, without a token since
 * only that user can open the socket, the rebuilding of derived stores, and the transfer of keys.
 */
export function createControlApp(deps: HttpDeps & AdminDeps & { readonly rebuild: Rebuild }) {
  const app = new Elysia({ normalize: false });
  app.use(http(deps, () => app.routes));
  app.use(adminRoutes(deps));
  app.use(reindexing(deps.rebuild));
  app.get("/admin/export-keys", () => exportKeys(deps.database));
  // No size limit here: the export of a large store comes from its own operator.
  app.post("/admin/import-keys", ({ request }) => importDocument(deps.database, request), { parse: "none" });
  return app;
}

async function importDocument(database: Database, request: Request) {
  try {
    return await importKeys(database, parseKeyExport(await request.json()));
  } catch (error) {
    const isRefused =
      error instanceof InvalidKeyExport || error instanceof UnknownPlan || error instanceof SyntaxError;
    throw isRefused ? new ApiError("invalid_body", { reason: error.message }) : error;
  }
}
