import type { AnyElysia } from "elysia";

/**
 * Seconds that a request may take to arrive whole, body included however it trickles in, then to be answered; also
 * how long a connection may stay without a request. Bun itself gives the first headers twelve seconds. All its
 * limits are checked every four seconds. Longer than any engine may take to answer.
 */
const PATIENCE_SECONDS = 30;

/**
 * Where Bun closes the connection on a body, without a word of ours. Larger than what is read of a refused one
 * (`json-body.ts`), so that a caller who is over the bound is told why.
 */
const MAX_RECEIVED_BYTES = 9 * 1024 * 1024;

export interface ListenAddress {
  readonly hostname: string;
  /** 0 = any free port. */
  readonly port: number;
}

/**
 * Listens, with the limits of the connections themselves; those that need an answer of ours are in `http.ts`.
 * Bun adds its own: 16 KiB and 198 lines of headers (431). A client that reads its answer slowly is not cut: the
 * proxy does (README, « Devant le service »).
 * @throws when the address is taken or not of this machine.
 */
export function listen(app: AnyElysia, address: ListenAddress, patienceSeconds = PATIENCE_SECONDS): void {
  app.listen({
    ...address,
    // Its pages of errors show the code.
    development: false,
    idleTimeout: patienceSeconds,
    maxRequestBodySize: MAX_RECEIVED_BYTES,
  });
}
