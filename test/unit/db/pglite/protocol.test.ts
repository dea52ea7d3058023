import { describe, expect, test } from "bun:test";
import { fatalError, panicOf, queryMessage } from "../../../../db/pglite/protocol.ts";

/** A message of the wire protocol. */
function message(type: string, body: string): Buffer {
  const bytes = Buffer.from(`${type}0000${body}`);
  bytes.writeInt32BE(bytes.length - 1, 1);
  return bytes;
}

const ROW = message("D", "\0\0");
const PANIC = message("E", "SPANIC\0VPANIC\0C53100\0Mcould not write to log file\0\0");
const READY = message("Z", "I");

describe("an answer that ends with a PANIC", () => {
  test("is told from what came before it", () => {
    const answer = Buffer.concat([ROW, message("C", "UPDATE 1\0"), PANIC]);
    expect(panicOf(answer)).toEqual({ code: "53100", text: "could not write to log file" });
  });

  test.each([
    ["a completed exchange, whatever it holds", Buffer.concat([PANIC, READY])],
    ["an error that the engine survives", Buffer.from(fatalError("no", "XX000"))],
    ["rows without their end", Buffer.concat([ROW, ROW])],
    ["a message cut short", Buffer.concat([ROW, PANIC.subarray(0, 3)])],
    ["nothing", Buffer.alloc(0)],
  ])("%s is none", (_, answer) => {
    expect(panicOf(answer)).toBeNull();
  });
});

test("a statement of the thread's own is a simple query, its length counting itself", () => {
  expect(queryMessage("ROLLBACK")).toEqual(Buffer.from("Q\0\0\0\rROLLBACK\0"));
});
