import { hideCredentials } from "../../config/allowed-sources.ts";
import { OperatorFault } from "../../config/operator-fault.ts";
import { storeFault } from "../../db/postgres/open.ts";
import { UNEXPECTED } from "../../db/runs/view.ts";

/** A run that cannot continue, for a reason the operator can act on, given by the French message. */
export class IngestionFault extends OperatorFault {
  override readonly name: string = "IngestionFault";

  constructor(message?: string, options?: ErrorOptions) {
    super(hideCredentials(message ?? ""), options);
  }
}

/** The run was asked to stop; what is written is whole and the next run continues from there. */
export class Interrupted extends IngestionFault {
  override readonly name = "Interrupted";
}

/** The message shown to the operator for any fault of a run. */
export function messageOf(thrown: unknown): string {
  const error = storeFault(thrown);
  if (error instanceof OperatorFault) return error.message;
  return hideCredentials(`${UNEXPECTED}${error instanceof Error ? error.message : String(error)}`);
}
