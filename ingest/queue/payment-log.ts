import type { Logger } from "pino";
import { OutageLog } from "../../db/engine/outage-log.ts";
import type { RunEvent } from "./execute.ts";
import { logRunEvent } from "./log.ts";

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

/** Logs the events of a worker; that stores stay behind, however often they are tried, in one line until they are not. */
export function workerLog(log: Pick<Logger, "info" | "warn" | "error">): (event: RunEvent) => void {
  const outages = new OutageLog(log, WORDS);
  const proofs = new OutageLog(log, PROOF_WORDS);
  return (event) => {
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
