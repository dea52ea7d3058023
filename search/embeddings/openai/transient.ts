import { EngineUnavailable } from "../../../db/engine/unavailable.ts";

/** A fault that may pass: the same call can be retried. */
export class TransientFault extends EngineUnavailable {
  constructor(
    engine: string,
    message: string,
    /** Wait requested by the service; 0 when it gives none. */
    readonly retryAfterMs: number,
  ) {
    super(engine, message);
  }
}
