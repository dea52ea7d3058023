import { type MessagePort, parentPort, type Worker } from "node:worker_threads";
import { EngineUnavailable, StoreDamaged } from "./unavailable.ts";

/** A request on its way to another thread: its answer carries its number. */
interface Asked<Request> {
  readonly id: number;
  readonly request: Request;
}

/** Errors lose their class between threads: a refusal is sent by its parts. */
type Answered<Answer> = { readonly id: number } & (
  | { readonly answer: Answer }
  | { readonly engine: string; readonly message: string; readonly isDamage: boolean }
);

/**
 * Answers, in a thread, what an `Asker` of another one asks.
 * @param refusalOf what is told of an error of `work`; what it throws is thrown in this thread.
 */
export function serveRequests<Request, Answer>(
  work: (request: Request) => Answer | Promise<Answer>,
  refusalOf: (error: unknown) => EngineUnavailable = asUnfinished,
  port: MessagePort | null = parentPort,
): void {
  const answer = async ({ id, request }: Asked<Request>): Promise<Answered<Answer>> => {
    try {
      return { id, answer: await work(request) };
    } catch (error) {
      const refusal = refusalOf(error);
      const { engine, message } = refusal;
      return { id, engine, message, isDamage: refusal instanceof StoreDamaged };
    }
  };
  port?.on("message", async (asked: Asked<Request>) => port.postMessage(await answer(asked)));
}

function asUnfinished(error: unknown): EngineUnavailable {
  if (error instanceof EngineUnavailable) return error;
  return new EngineUnavailable("thread", "Le calcul n'a pas abouti : réessayez dans quelques secondes.");
}

/** Who asks a thread that `serveRequests`, and is answered in any order. */
export class Asker<Request, Answer> {
  readonly #waiting = new Map<number, PromiseWithResolvers<Answer>>();
  #asked = 0;

  constructor(private readonly port: MessagePort | Worker) {
    port.on("message", (message: Answered<Answer>) => this.#settle(message));
  }

  /** @throws {EngineUnavailable} the refusal of the thread, or that of `refuseAll`. */
  async ask(request: Request): Promise<Answer> {
    const id = this.#asked++;
    const waiting = Promise.withResolvers<Answer>();
    this.#waiting.set(id, waiting);
    this.port.postMessage({ id, request } satisfies Asked<Request>, []);
    return await waiting.promise;
  }

  /** Refuses all that has no answer yet. */
  refuseAll(refusal: EngineUnavailable): void {
    for (const { reject } of this.#waiting.values()) reject(refusal);
    this.#waiting.clear();
  }

  /** A message without a number we know is for another listener of the port. */
  #settle(message: Answered<Answer>): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if ("answer" in message) waiting?.resolve(message.answer);
    else if (message.isDamage) waiting?.reject(new StoreDamaged(message.engine, message.message));
    else waiting?.reject(new EngineUnavailable(message.engine, message.message));
  }
}

/** Why a thread is no more: it threw, ended by itself, or was ended by `AskedThread.end`. */
export type Ending = "error" | "exit" | "ended";

/** A thread and who asks it: what it has not answered when it ends is refused. */
export class AskedThread<Request, Answer> extends Asker<Request, Answer> {
  #hasEnded = false;

  /** @param onEnd called once; returns the refusal of what is not answered. */
  constructor(
    private readonly worker: Worker,
    private readonly onEnd: (ending: Ending) => EngineUnavailable,
  ) {
    super(worker);
    worker.on("error", () => this.#lose("error"));
    worker.on("exit", () => this.#lose("exit"));
  }

  async end(): Promise<void> {
    this.#lose("ended");
    await this.worker.terminate();
  }

  #lose(ending: Ending): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.refuseAll(this.onEnd(ending));
  }
}
