/**
 * The few messages of the PostgreSQL wire protocol that the PGlite thread reads or writes itself
 * (PostgreSQL documentation, « Message Formats »): a type byte, a length that counts itself, a body.
 */

const READY_FOR_QUERY = 0x5a;
const IDLE = 0x49;
const TERMINATE = 0x58;
const HEADER_BYTES = 5;

/** What a client says when it leaves. */
export const terminateMessage = message("X");

/** Ends whatever a client left unfinished: Sync first, since after an error all else is skipped up to it. */
export const rollbackMessages = Buffer.concat([message("S"), message("Q", "ROLLBACK\0")]);

export function isTerminate(request: Uint8Array): boolean {
  return request[0] === TERMINATE;
}

/**
 * Whether the session is free after this answer: ReadyForQuery, outside a transaction, is always the last
 * message of a completed exchange.
 */
export function isIdle(answer: Uint8Array): boolean {
  const start = answer.length - HEADER_BYTES - 1;
  return start >= 0 && answer[start] === READY_FOR_QUERY && answer[start + HEADER_BYTES] === IDLE;
}

/** An ErrorResponse that ends the connection, for a failure of the engine itself (SQLSTATE internal_error). */
export function fatalError(text: string): Uint8Array {
  return message("E", `SFATAL\0VFATAL\0CXX000\0M${text}\0\0`);
}

function message(type: string, body = ""): Uint8Array {
  const bytes = Buffer.from(`${type}0000${body}`);
  bytes.writeInt32BE(bytes.length - 1, 1);
  return bytes;
}
