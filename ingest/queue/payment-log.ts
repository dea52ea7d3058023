import type { Logger } from "pino";
import { displaySource } from "../../config/allowed-sources.ts";
import { OutageLog } from "../../db/engine/outage-log.ts";
import { storeFault } from "../../db/postgres/open.ts";
import type { RunEvent } from "./execute.ts";

const NAME = "derived stores";
const WORDS = {
  began: "derived stores still behind: tried again until they are in step",
  goesOn: "derived stores still behind",
  over: "derived stores no longer behind",
};

const PROOF = "log of proof";
const PROOF_WORDS = {
  began: "log of proof not signed or not timestamped: tried again until it is",
  goesOn: "log of proof still not signed or not timestamped",
  over: "log of proof signed and timestamped",
};

const FILLING = "filling";
const FILLING_WORDS = {
  began: "filling of the vectors given up for a minute, and tried again every minute",
  goesOn: "filling of the vectors still given up",
  over: "filling of the vectors goes on",
};

/** Logs the events of a worker; that stores stay behind, however often they are tried, in one line until they are not. */
export function workerLog(log: Pick<Logger, "info" | "warn" | "error">): (event: RunEvent) => void {
  const outages = new OutageLog(log, WORDS);
  const proofs = new OutageLog(log, PROOF_WORDS);
  const fillings = new OutageLog(log, FILLING_WORDS);
  return (event) => {
    if (event.kind === "unfilled")
      return fillings.failed(FILLING, storeFault(event.fault), { level: "warn" });
    if (event.kind === "judged") return log.info(event.judgement, "recall of the vectors judged");
    if (event.kind === "filled") {
      const { embedded, durationMs } = event;
      fillings.worked(FILLING);
      if (embedded > 0) log.info({ embedded, durationMs }, "vectors of the language model filled");
      return;
    }
    if (event.kind === "proved") {
      if (event.fault === null) proofs.worked(PROOF);
      else proofs.failed(PROOF, event.fault, { level: "warn" });
      return;
    }
    if (event.kind !== "paid") logRunEvent(log, event);
    else if (event.inStep.length > 0) log.info({ stores: event.inStep }, "derived stores brought in step");
    if (event.kind === "paid" && event.behind.length > 0)
      outages.failed(NAME, event.remarks.join(" "), { level: "warn", fields: { stores: event.behind } });
    else if (event.kind === "paid" || (event.kind === "ended" && isInOrder(event))) outages.worked(NAME);
  };
}

function isInOrder({ end: { status, message } }: Extract<RunEvent, { kind: "ended" }>): boolean {
  return status === "succeeded" && message === null;
}

/** The store has the others. */
const NAMED_DAMAGES = 10;

/** Logs the events of runs; only `message` is French, as operators read it elsewhere. */
export function logRunEvent(
  log: Pick<Logger, "info" | "warn">,
  event: Exclude<RunEvent, { kind: "paid" | "proved" | "filled" | "unfilled" | "judged" }>,
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
