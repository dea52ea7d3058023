/**
 * The few messages of the PostgreSQL wire protocol that the PGlite thread reads or writes itself (PostgreSQL
 * documentation, « Message Formats »): a type byte, a length that includes itself, a body.
 */

const READY_FOR_QUERY = 0x5a;
const ERROR_RESPONSE = 0x45;
const IDLE = 0x49;
const TERMINATE = 0x58;
const HEADER_BYTES = 5;

/** Sent by a client when it leaves. */
export const terminateMessage = message("X");

/** Ends whatever a client left unfinished: Sync first, since after an error the server skips everything up to it. */
export const rollbackMessages = Buffer.concat([message("S"), queryMessage("ROLLBACK")]);

export function isTerminate(request: Uint8Array): boolean {
  return request[0] === TERMINATE;
}

/**
 * Whether the session is idle after this reply: ReadyForQuery, outside a transaction, always ends a completed exchange.
 */
export function isIdle(answer: Uint8Array): boolean {
  const start = answer.length - HEADER_BYTES - 1;
  return start >= 0 && answer[start] === READY_FOR_QUERY && answer[start + HEADER_BYTES] === IDLE;
}

/** An ErrorResponse that ends the connection, for a failure of the engine itself. @param code a SQLSTATE. */
export function fatalError(text: string, code: string): Uint8Array {
  return message("E", `SFATAL\0VFATAL\0C${code}\0M${text}\0\0`);
}

/** A simple query, for the thread's own statements. */
export function queryMessage(statement: string): Uint8Array {
  return message("Q", `${statement}\0`);
}

/** The ErrorResponse of severity PANIC in a reply: the engine has stopped on it, and the reply ends there. */
export function panicOf(answer: Uint8Array): { readonly code: string; readonly text: string } | null {
  const { length } = answer;
  // Nearly all exchanges complete with ReadyForQuery: their rows need no scan.
  if (answer[length - HEADER_BYTES - 1] === READY_FOR_QUERY) return null;
  const view = new DataView(answer.buffer, answer.byteOffset, length);
  for (let start = 0; start + HEADER_BYTES <= length; ) {
    const end = start + 1 + view.getUint32(start + 1);
    if (answer[start] === ERROR_RESPONSE) {
      const fields = fieldsOf(answer.subarray(start + HEADER_BYTES, end));
      if (fields.get("V") === "PANIC") return { code: fields.get("C") ?? "", text: fields.get("M") ?? "" };
    }
    start = end;
  }
  return null;
}

/** The fields of an ErrorResponse by type: a letter, then a text terminated by a zero byte. */
function fieldsOf(body: Uint8Array): ReadonlyMap<string, string> {
  const fields = Buffer.from(body).toString().split("\0");
  return new Map(fields.filter((field) => field !== "").map((field) => [field.charAt(0), field.slice(1)]));
}

function message(type: string, body = ""): Uint8Array {
  const bytes = Buffer.from(`${type}0000${body}`);
  bytes.writeInt32BE(bytes.length - 1, 1);
  return bytes;
}
