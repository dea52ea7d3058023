import { EngineUnavailable } from "../../../db/engine/unavailable.ts";

/** A fault that may pass by itself: the same call is worth another attempt. */
export class TransientFault extends EngineUnavailable {
  constructor(
    engine: string,
    message: string,
    /** How long the service asks to wait; 0 when it does not say. */
    readonly retryAfterMs: number,
  ) {
    super(engine, message);
  }
}
