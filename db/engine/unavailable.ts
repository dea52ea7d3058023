import { OperatorFault } from "../../config/operator-fault.ts";

/**
 * An engine that does not answer: absent, not filled yet, or broken. Whatever does not need it can still be served.
 * `engine` names it for the status page; `message` is French and contains no secret.
 */
export class EngineUnavailable extends OperatorFault {
  override readonly name: string = "EngineUnavailable";

  constructor(
    readonly engine: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
