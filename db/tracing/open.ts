import type { TracesConfig } from "../../config/traces.ts";
import type { OutageLogger } from "../engine/outage-log.ts";
import type { Tracing } from "./span.ts";

/**
 * Opens the traces that the operator asks for; null otherwise, and none of their libraries is then loaded.
 * @param serviceName unless the configuration gives one.
 */
export async function openTracing(
  config: TracesConfig | null,
  serviceName: string,
  log: OutageLogger,
): Promise<Tracing | null> {
  if (config === null) return null;
  const { openTelemetry } = await import("./opentelemetry.ts");
  return await openTelemetry(config, serviceName, log);
}
