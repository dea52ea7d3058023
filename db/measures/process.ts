import type { Database } from "../postgres/database.ts";
import type { Measures } from "./measures.ts";

/** Adds which release this process runs. */
export function addBuildInfo(measures: Measures, version: string): void {
  const release = new Map([[version, 1]]);
  measures.gauge(
    "doctrine_build_info",
    "1 for the release that this process runs.",
    "version",
    async () => release,
  );
}

/** Adds how loaded the connections to the relational store are. @param pools by name; one may have several. */
export function addPoolGauges(measures: Measures, pools: Readonly<Record<string, Database>>): void {
  const loads = () => Object.entries(pools).map(([name, { $client }]) => [name, $client.load()] as const);
  measures.gauge(
    "doctrine_pool_connections_max",
    "Connections to the relational store that this process may open.",
    "pool",
    async () => new Map(loads().map(([name, { max }]) => [name, max])),
  );
  measures.gauge(
    "doctrine_pool_connections",
    "Connections to the relational store that are open.",
    "pool",
    async () => new Map(loads().map(([name, { open }]) => [name, open])),
  );
  measures.gauge(
    "doctrine_pool_connections_in_use",
    "Connections to the relational store with a statement under way, or reserved.",
    "pool",
    async () => new Map(loads().map(([name, { inUse }]) => [name, inUse])),
  );
  measures.gauge(
    "doctrine_pool_statements",
    "Statements that the relational store has not answered yet, those that wait for a connection included.",
    "pool",
    async () => new Map(loads().map(([name, { pending }]) => [name, pending])),
  );
}
