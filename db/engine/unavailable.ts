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

/**
 * A derived store whose content is no longer what was written in it, as its seals or its engine prove: its answers may
 * be wrong, and it must be refilled from the relational store.
 */
export class StoreDamaged extends EngineUnavailable {
  override readonly name = "StoreDamaged";
}
