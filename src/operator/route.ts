import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { displaySource } from "../../config/allowed-sources.ts";
import type { RecordFor } from "../access/act-log.ts";
import type { OperatorToken } from "../access/admin-token.ts";
import { wellFormed } from "../http/connections.ts";
import { jsonBodyAfterKey } from "../http/json-body.ts";
import { integer, text } from "../schemas/parameters/parameter.ts";
import { Nullable } from "../schemas/responses.ts";
import {
  CreatedKey,
  changeAdminKey,
  createAdminKey,
  KeyList,
  KeyUsage,
  KeyView,
  listAdminKeys,
  readAdminUsage,
  revokeAdminKey,
} from "./keys.ts";
import { listAdminRuns, type RunDeps, readAdminRun, requestAdminRun } from "./runs.ts";
import { readServiceTraffic, ServiceTraffic } from "./traffic.ts";

interface AdminDeps extends RunDeps {
  readonly clock: () => Date;
  readonly record: RecordFor;
}

/** Their bounds are checked in `keys.ts`, for the command line too. */
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

/** The operator's routes (docs/decisions.md, « Operator's routes »); never in the public OpenAPI document. */
export const adminRoutes = (deps: AdminDeps) =>
  new Elysia({ name: "admin", prefix: "/admin", normalize: false, detail: { hide: true } })
    .use(wellFormed)
    .post(
      "/keys",
      async ({ body, set, request, server }) => {
        const created = await createAdminKey(deps.database, deps.record({ request, server }), body);
        set.status = 201;
        return created;
      },
      { ...jsonBodyAfterKey(KeyRequest), query: none, response: { 201: CreatedKey } },
    )
    .get("/keys", () => listAdminKeys(deps.database), { query: none, response: KeyList })
    .patch(
      "/keys/:visible_start",
      ({ params, body, request, server }) =>
        changeAdminKey(deps.database, deps.record({ request, server }), params.visible_start, body),
      { ...jsonBodyAfterKey(KeyChange), params: visibleStart, query: none, response: KeyView },
    )
    .delete(
      "/keys/:visible_start",
      ({ params, request, server }) =>
        revokeAdminKey(deps.database, deps.record({ request, server }), params.visible_start),
      { params: visibleStart, query: none, response: KeyView },
    )
    .get("/keys/:visible_start/usage", ({ params }) => readAdminUsage(deps.database, params.visible_start), {
      params: visibleStart,
      query: none,
      response: KeyUsage,
    })
    .post(
      "/ingest",
      async ({ body, set, request, server }) => {
        const { id } = await requestAdminRun(deps, body);
        const source = body.source === undefined ? null : displaySource(body.source);
        const details = { run: id, source, force: body.force ?? false };
        deps.record({ request, server })("ingestion asked", details);
        set.status = 202;
        return { id };
      },
      { ...jsonBodyAfterKey(IngestRequest), query: none },
    )
    .get("/traffic", () => readServiceTraffic(deps.database, deps.clock()), {
      query: none,
      response: ServiceTraffic,
    })
    .get("/runs", () => listAdminRuns(deps.database), { query: none })
    .get("/runs/:id", ({ params }) => readAdminRun(deps.database, params.id), { params: runId, query: none });

/** The admin routes behind the operator's token. */
export const admin = (deps: AdminDeps, token: OperatorToken) =>
  new Elysia({ name: "adminGate" })
    .onTransform({ as: "scoped" }, ({ request, server }) => token.demandBearer({ request, server }))
    .use(adminRoutes(deps));
