/**
 * A fault of the configuration or of the environment that an operator can fix. The message, in French and without
 * secrets, explains it; it is printed without a stack (`tellFault`).
 */
export class OperatorFault extends Error {
  override readonly name: string = "OperatorFault";
}
