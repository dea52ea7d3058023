import { Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { createApp } from "../../../../src/app.ts";
import { openService } from "../../../servers/service.ts";
import type { WorstMaterial } from "./material.ts";
import type { RouteRules } from "./refused.ts";
import { isAccountForm, isAskedAsItIs, type WorstRequests, worstRequests } from "./requests.ts";

/** The public and keyed routes of the service, as its router names them: `GET /v1/boi/:id`. */
export async function publicRoutes(): Promise<string[]> {
  const rules = await readRouteRules();
  return rules.map(({ method, path }) => `${method} ${path}`).filter((route) => !isAccountForm(route));
}

/** Those, and the forms of an account's pages, with what their rules take. */
export async function readRouteRules(): Promise<RouteRules[]> {
  const service = await openService();
  const { routes } = createApp({ ...service.deps, adminToken: null });
  await service.close();
  return routes.map(({ method, path, hooks }) => ({
    method,
    path,
    query: propertiesOf(hooks.query),
    body: propertiesOf(hooks.body),
  }));
}

function propertiesOf(schema: unknown): string[] {
  return Value.Check(WithProperties, schema) ? Object.keys(schema.properties) : [];
}

const WithProperties = t.Object({ properties: t.Record(t.String(), t.Unknown()) });

/**
 * The dearest requests of every one of these routes.
 * @throws when one has none: a new route needs its costliest request here.
 */
export function worstOf(routes: readonly string[], material: WorstMaterial): WorstRequests {
  const known = worstRequests(material);
  const missing = routes.filter((route) => known[route] === undefined && !isAskedAsItIs(route));
  const gone = Object.keys(known).filter((route) => !routes.includes(route));
  if (missing.length + gone.length > 0)
    throw new Error(`no worst request: ${missing.join(", ")}; no such route: ${gone.join(", ")}`);
  return Object.fromEntries(
    routes.map((route) => [route, known[route] ?? [{ path: route.replace(/^GET /, "") }]]),
  );
}
