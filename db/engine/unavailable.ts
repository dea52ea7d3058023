/**
 * An engine that does not answer: absent, not filled yet, or broken. What asked it may serve everything that
 * does not need it. `engine` names it for the status page; `message` is French and holds no secret.
 */
export class EngineUnavailable extends Error {
  readonly engine: string;

  constructor(engine: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EngineUnavailable";
    this.engine = engine;
  }
}
