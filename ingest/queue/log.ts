import type { Logger } from "pino";
import { displaySource } from "../../db/runs/source-names.ts";
import type { RunEvent } from "./execute.ts";

/** Writes what happens to a run in a structured log; `message` alone is French, as operators read it elsewhere. */
export function logRunEvent(log: Pick<Logger, "info" | "warn">, event: RunEvent): void {
  const run = event.id;
  if (event.kind === "started") {
    const { source, forced } = event.request;
    log.info({ run, source: displaySource(source), forced }, "ingestion started");
  } else if (event.kind === "stage") log.info({ run, ...event.report }, "stage ended");
  else {
    const { status, counts, stages, proof, errors, message } = event.end;
    const durationMs = stages.reduce((total, stage) => total + stage.durationMs, 0);
    const line = { run, status, counts, durationMs, proof, errors: errors.length, message };
    const isInOrder = status === "succeeded" && message === null;
    log[isInOrder ? "info" : "warn"](line, "ingestion ended");
  }
}
