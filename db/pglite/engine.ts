import { PGlite } from "@electric-sql/pglite";
import { panicOf } from "./protocol.ts";
import { ReplyReader } from "./reply.ts";

/**
 * A PGlite that has failed for good: later calls answer nothing, or never return. What it had not committed is rolled
 * back by the next one that opens its folder.
 */
export class EngineFailure extends Error {
  override readonly name = "EngineFailure";

  constructor(
    message: string,
    /** SQLSTATE of the failure: 53100 when the disk was full. */
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** One PGlite over a folder, until it is closed or fails. */
export class Engine {
  private readonly replies: ReplyReader;

  private constructor(private readonly pglite: PGlite) {
    this.replies = new ReplyReader(pglite);
  }

  /** @throws what PGlite throws for a folder that it cannot open: a full disk aborts it within a second. */
  static async open(folder: string, module: WebAssembly.Module): Promise<Engine> {
    const pglite = await PGlite.create(folder, { pgliteWasmModule: module });
    // Zero-filling each new 16 MB segment of the log blocked the session for 60 ms, without making us any safer.
    await pglite.exec("SET wal_init_zero = off");
    return new Engine(pglite);
  }

  /**
   * The reply to messages of the wire protocol.
   * @throws {EngineFailure} when the engine is lost; it must not be called again.
   */
  async exchange(messages: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const reply = await this.replies.exchange(messages).catch((error: unknown) => {
      throw new EngineFailure(String(error), INTERNAL_ERROR, { cause: error });
    });
    const panic = panicOf(reply);
    if (panic !== null) throw new EngineFailure(panic.text, panic.code);
    return reply;
  }

  close(): Promise<void> {
    return this.pglite.close();
  }

  /** Closes the files of a failed engine, which no longer can: they would keep their space on the disk. */
  abandon(): void {
    const { FS } = this.pglite.Module;
    for (const stream of FS.streams) if (stream) tryTo(() => FS.close(stream));
  }
}

const INTERNAL_ERROR = "XX000";

function tryTo(act: () => void): void {
  try {
    act();
  } catch {}
}
