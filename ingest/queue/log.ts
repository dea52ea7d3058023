import type { Logger } from "pino";
import { displaySource } from "../../config/source-names.ts";
import type { RunEvent } from "./execute.ts";

/** The store has the others. */
const NAMED_DAMAGES = 10;

/** Logs the events of runs; only `message` is French, as operators read it elsewhere. */
export function logRunEvent(
  log: Pick<Logger, "info" | "warn">,
  event: Exclude<RunEvent, { kind: "paid" | "proved" }>,
): void {
  if (event.kind === "mended") {
    log.warn({ stores: event.stores }, "damaged stores mended");
    return;
  }
  if (event.kind === "erased") {
    const { remains } = event;
    if (remains.length === 0) log.info("erased texts proved absent from every store");
    else log.warn({ remains }, "erased texts not proved absent");
    return;
  }
  const run = event.id;
  if (event.kind === "started") {
    const { source, forced } = event.request;
    log.info({ run, source: displaySource(source), forced }, "ingestion started");
  } else if (event.kind === "scrubbed") {
    const { texts, mended, damages } = event.end;
    const damaged = damages.map(({ identifiant }) => identifiant).slice(0, NAMED_DAMAGES);
    const isInOrder = mended === 0 && damages.length === 0;
    log[isInOrder ? "info" : "warn"]({ run, texts, mended, damages: damages.length, damaged }, "scrub ended");
  } else if (event.kind === "stage") log.info({ run, ...event.report }, "stage ended");
  else {
    const { durationMs } = event;
    const { status, counts, proof, errors, message } = event.end;
    const line = { run, status, counts, durationMs, proof, errors: errors.length, message };
    const isInOrder = status === "succeeded" && message === null;
    log[isInOrder ? "info" : "warn"](line, "ingestion ended");
  }
}
