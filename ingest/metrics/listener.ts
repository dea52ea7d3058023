import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { Config } from "../../config/config.ts";
import { OperatorFault } from "../../config/operator-fault.ts";
import { isSameSecret } from "../../db/engine/same-secret.ts";

/** The worker can't serve its metrics on their address; the message, in French, explains why. */
class MetricsPortUnavailable extends OperatorFault {
  override readonly name = "MetricsPortUnavailable";
}

/** Seconds that a connection may stay idle. */
const IDLE_SECONDS = 10;

/**
 * Serves `/metrics`, behind the operator's token as on the API; null where no port is configured. Only the collector of
 * the inner network asks: everything else is a short refusal.
 * @throws {MetricsPortUnavailable}
 */
export function serveMetrics(
  { host, metricsPort, adminToken }: Pick<Config, "host" | "metricsPort" | "adminToken">,
  registry: Pick<Registry, "metrics" | "contentType">,
  log: Pick<Logger, "warn">,
): Bun.Server<undefined> | null {
  if (metricsPort === null || adminToken === null) return null;
  const answer = async (request: Request, server: Bun.Server<undefined>): Promise<Response> => {
    const presented = request.headers.get("authorization") ?? "";
    if (!isSameSecret(presented, `Bearer ${adminToken}`)) {
      const address = server.requestIP(request)?.address;
      if (presented !== "") log.warn({ address }, "wrong operator token");
      return new Response("Le jeton d'opérateur est attendu (Authorization: Bearer).\n", {
        status: 401,
        headers: { "www-authenticate": "Bearer" },
      });
    }
    return new Response(await registry.metrics(), {
      headers: { "content-type": registry.contentType, "cache-control": "no-store" },
    });
  };
  try {
    return Bun.serve({
      hostname: host,
      port: metricsPort,
      // Bun's development error pages show the code.
      development: false,
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: 1,
      reusePort: false,
      routes: { "/metrics": { GET: answer } },
      fetch: () => new Response("Seule l'adresse /metrics est servie ici.\n", { status: 404 }),
    });
  } catch (cause) {
    const told = `METRICS_PORT : le port ${metricsPort} de « ${host} » ne peut pas être ouvert ; choisissez-en un autre.`;
    throw new MetricsPortUnavailable(told, { cause });
  }
}
