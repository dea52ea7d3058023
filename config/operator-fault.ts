/** A fault that an operator can fix; its French message, without secrets, is printed without a stack (`tellFault`). */
export class OperatorFault extends Error {
  override readonly name: string = "OperatorFault";
}
