import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { isAdminToken } from "../access/admin-token.ts";
import { ApiError } from "../http/errors.ts";
import { jsonBody } from "../http/json-body.ts";
import { integer, text } from "../schemas/parameters.ts";
import { Nullable } from "../schemas/responses.ts";
import {
  changeAdminKey,
  createAdminKey,
  listAdminKeys,
  readAdminUsage,
  revokeAdminKey,
} from "../services/admin-keys.ts";
import { listAdminRuns, type RunDeps, readAdminRun, requestAdminRun } from "../services/admin-runs.ts";

export type AdminDeps = RunDeps;

/** Their bounds are told by `services/key-terms.ts`, for the command line too. */
const terms = {
  quota: t.Optional(Nullable(t.Number())),
  minute_limit: t.Optional(Nullable(t.Number())),
  expires_at: t.Optional(Nullable(t.String())),
};

const KeyRequest = t.Object(
  { name: text(1, 100), plan: text(1, 100), ...terms },
  { additionalProperties: false },
);

const KeyChange = t.Object({ plan: t.Optional(text(1, 100)), ...terms }, { additionalProperties: false });

const IngestRequest = t.Object(
  { source: t.Optional(text(1, 2000)), force: t.Optional(t.Boolean()) },
  { additionalProperties: false },
);

const none = t.Object({}, { additionalProperties: false });
const visibleStart = t.Object({ visible_start: text(1, 100) });
const runId = t.Object({ id: integer(1, 999_999_999, 1) });

/** The operator's routes (operations contract, « Admin routes »); never in the public OpenAPI document. */
export const adminRoutes = (deps: AdminDeps) =>
  new Elysia({ name: "admin", prefix: "/admin", normalize: false, detail: { hide: true } })
    .post(
      "/keys",
      ({ body, set }) => {
        set.status = 201;
        return createAdminKey(deps.database, body);
      },
      { parse: jsonBody, body: KeyRequest, query: none },
    )
    .get("/keys", () => listAdminKeys(deps.database), { query: none })
    .patch(
      "/keys/:visible_start",
      ({ params, body }) => changeAdminKey(deps.database, params.visible_start, body),
      { parse: jsonBody, body: KeyChange, params: visibleStart, query: none },
    )
    .delete("/keys/:visible_start", ({ params }) => revokeAdminKey(deps.database, params.visible_start), {
      params: visibleStart,
      query: none,
    })
    .get("/keys/:visible_start/usage", ({ params }) => readAdminUsage(deps.database, params.visible_start), {
      params: visibleStart,
      query: none,
    })
    .post(
      "/ingest",
      ({ body, set }) => {
        set.status = 202;
        return requestAdminRun(deps, body);
      },
      { parse: jsonBody, body: IngestRequest, query: none },
    )
    .get("/runs", () => listAdminRuns(deps.database), { query: none })
    .get("/runs/:id", ({ params }) => readAdminRun(deps.database, params.id), { params: runId, query: none });

/** The admin routes behind the operator's token. */
export const admin = (deps: AdminDeps, token: string) =>
  new Elysia({ name: "adminGate" })
    .onTransform({ as: "scoped" }, ({ request }) => {
      if (!isAdminToken(request.headers.get("authorization"), token))
        throw new ApiError("invalid_admin_token");
    })
    .use(adminRoutes(deps));
