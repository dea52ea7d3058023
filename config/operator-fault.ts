/**
 * A fault of the setup, or of what surrounds the service: an operator can do something about it. The message, in
 * French and without secrets, says what; it is told without a stack (`tellFault`).
 */
export class OperatorFault extends Error {
  override readonly name: string = "OperatorFault";
}
