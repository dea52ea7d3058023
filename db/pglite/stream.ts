import { Duplex } from "node:stream";
import { MessageChannel, type MessagePort } from "node:worker_threads";

/**
 * This stream never blocks, every chunk is posted at once: the mark only limits what the driver sends before it waits,
 * and a whole transaction must be sent without a pause.
 */
const PIPELINED_BYTES = 64 * 1024 * 1024;

/**
 * A connection to the PGlite thread in the form of the socket that postgres.js expects, so that one driver serves
 * PGlite and servers. Each stream sends its own port through the thread's door: the driver may reconnect at any time.
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
    // A copy: postgres.js writes views of a buffer that it reuses.
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
