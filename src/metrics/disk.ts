import { freeBytes } from "../../db/data-folder/free-space.ts";
import type { Metrics } from "./registry.ts";

/** Adds the free space of the disk of the embedded stores. */
export function addDiskGauge(metrics: Metrics, dataDir: string): void {
  metrics.gauge(
    "doctrine_disk_free_bytes",
    "Room left on the disk of the embedded stores.",
    "folder",
    async () => new Map([["data", await freeBytes(dataDir)]]),
  );
}
