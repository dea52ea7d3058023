import type { Logger } from "pino";
import { displaySource } from "../../db/runs/source-names.ts";
import { viewProof, viewStage } from "../../db/runs/view.ts";
import type { RunEvent } from "./drain.ts";

/** Writes what happens to a run in a structured log, in the words of the admin routes. */
export function logRunEvent(log: Pick<Logger, "info" | "warn">, event: RunEvent): void {
  const run = event.id;
  if (event.kind === "started") {
    const { source, forced } = event.request;
    log.info({ run, origine: displaySource(source), force: forced }, "ingestion commencée");
  } else if (event.kind === "stage") log.info({ run, ...viewStage(event.report) }, "étape terminée");
  else {
    const { status, counts, stages, proof, errors, message } = event.end;
    const line = {
      run,
      statut: status,
      comptes: counts,
      duree_ms: stages.reduce((total, { durationMs }) => total + durationMs, 0),
      preuve: proof === null ? null : viewProof(proof),
      ecartes: errors.length,
      message,
    };
    const isInOrder = status === "succeeded" && message === null;
    log[isInOrder ? "info" : "warn"](line, "ingestion terminée");
  }
}
