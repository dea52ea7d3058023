/** A run that cannot go on, for a reason the operator can act on: the message, in French, says it. */
export class IngestionFault extends Error {
  override readonly name: string = "IngestionFault";
}

/** The run was asked to stop; what is written is whole and the next run goes on from there. */
export class Interrupted extends IngestionFault {
  override readonly name = "Interrupted";
}
