/** Worth another attempt: a fault of the network, or an answer that says « later ». */
export class Transient extends Error {
  constructor(
    message: string,
    /** Wait asked for by the server. */
    readonly retryAfterMs: number = 0,
  ) {
    super(message);
  }
}
