/** Worth retrying: a fault of the network, or a response that means « later ». */
export class Transient extends Error {
  constructor(
    message: string,
    /** Wait requested by the server. */
    readonly retryAfterMs: number = 0,
  ) {
    super(message);
  }
}
