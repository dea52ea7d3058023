import { OperatorFault } from "../../config/operator-fault.ts";

/**
 * An engine that does not answer: absent, not filled yet, or broken. What asked it may serve everything that
 * does not need it. `engine` names it for the status page; `message` is French and holds no secret.
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
