import { Duplex } from "node:stream";
import { MessageChannel, type MessagePort } from "node:worker_threads";

/**
 * Nothing waits in this stream, every chunk is posted at once: the mark only tells the driver how much it may
 * send before it hears back, and a whole transaction must travel without a pause.
 */
const PIPELINED_BYTES = 64 * 1024 * 1024;

/**
 * A connection to the PGlite thread in the shape of the socket that postgres.js expects, so that PGlite is
 * reached by the same driver as a server. Each stream sends a port of its own through the thread's door: the
 * driver may connect again whenever it likes.
 */
export class PortStream extends Duplex {
  readonly readyState = "open";
  private readonly port: MessagePort;

  constructor(door: MessagePort) {
    // Both directions end together: the driver learns from « close » that the thread is gone.
    super({ allowHalfOpen: false, writableHighWaterMark: PIPELINED_BYTES });
    const { port1, port2 } = new MessageChannel();
    door.postMessage(port2, [port2]);
    this.port = port1;
    port1.on("message", (bytes: Uint8Array) =>
      this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
    );
    port1.on("close", () => this.push(null));
  }

  setKeepAlive(): void {}

  setTimeout(): void {}

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    // A copy: postgres.js writes views of a buffer that it uses again.
    const bytes = new Uint8Array(chunk);
    this.port.postMessage(bytes, [bytes.buffer]);
    done();
  }

  override _final(done: () => void): void {
    this.port.close();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.port.close();
    done(error);
  }
}
