import { afterEach, expect, test } from "bun:test";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { lineStream, type StreamEnd } from "../../../../src/http/response/line-stream.ts";

const LINE = `${"a".repeat(64 * 1024)}\n`;
/** Far more than the buffers of a connection contain. */
const LINES = 2_000;
const LIMITS = { bytesASecond: 100 * LINE.length, averagedOverMs: 500, wholeMs: 60_000 };

const ends: StreamEnd[] = [];
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch() {
    async function* lines() {
      for (let line = 0; line < LINES; line += 1) yield LINE;
    }
    return new Response(lineStream(lines(), { limits: LIMITS, onEnd: (end) => ends.push(end) }));
  },
});

const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.stop(true);
});

/** A connection that requested the stream and has read nothing of it yet. */
async function ask(): Promise<Socket> {
  const socket = connect(Number(server.port), "127.0.0.1");
  // A cut connection is reset.
  socket.on("error", () => {});
  sockets.push(socket);
  await once(socket, "connect");
  socket.pause();
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  return socket;
}

/** Reads one piece of the received data from time to time. */
function sip(socket: Socket, everyMs: number): void {
  socket.on("data", () => socket.pause());
  const timer = setInterval(() => socket.resume(), everyMs);
  socket.once("close", () => clearInterval(timer));
}

test("over real connections, slow readers are cut and a fast one is given the whole stream", async () => {
  const slow = await Promise.all([ask(), ask(), ask(), ask()]);
  for (const socket of slow) sip(socket, 300);
  const fast = await fetch(server.url);
  expect((await fast.bytes()).byteLength).toBe(LINES * LINE.length);
  for (let waited = 0; ends.length < 5 && waited < 200; waited += 1) await Bun.sleep(50);
  expect(ends.toSorted()).toEqual(["cut", "cut", "cut", "cut", "whole"]);
}, 30_000);
