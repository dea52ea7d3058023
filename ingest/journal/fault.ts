import { OperatorFault } from "../../config/operator-fault.ts";
import { hideCredentials } from "../../config/source-names.ts";
import { storeFault } from "../../db/postgres/open.ts";
import { UNEXPECTED } from "../../db/runs/unexpected.ts";

/** A run that cannot go on, for a reason the operator can act on: the message, in French, says it. */
export class IngestionFault extends OperatorFault {
  override readonly name: string = "IngestionFault";

  constructor(message?: string, options?: ErrorOptions) {
    super(hideCredentials(message ?? ""), options);
  }
}

/** The run was asked to stop; what is written is whole and the next run goes on from there. */
export class Interrupted extends IngestionFault {
  override readonly name = "Interrupted";
}

/** What the operator is told of whatever befell a run. */
export function messageOf(thrown: unknown): string {
  const error = storeFault(thrown);
  if (error instanceof OperatorFault) return error.message;
  return hideCredentials(`${UNEXPECTED}${error instanceof Error ? error.message : String(error)}`);
}
