import { Worker } from "node:worker_threads";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import type { Embedding, Encoder } from "../port.ts";
import { RELEASE } from "./files/release.ts";
import { TOKEN_DIMENSIONS } from "./files/weights.ts";
import type { EncoderMessage, EncoderThread } from "./messages.ts";

/** Version of what is stored: of the model's files, and of the way in which we compute with them. */
export const ENCODER_VERSION = `${RELEASE.id}@${TOKEN_DIMENSIONS}`;

/** Completed by the corpus model, on questions in everyday words (`bun run bench embedders`). */
const TEXT_WEIGHT = 1.5;

/** A passage takes 30 ms or so. */
const PASSAGES_AT_ONCE = 16;

export interface SentenceEncoder extends Encoder {
  /** Ends the threads; what is waited for is refused. */
  close(): Promise<void>;
}

/**
 * The sentence encoder, computing in threads of this process: the first is started with the first text, the others
 * when there is more to do than it can. A question goes before all the passages that wait.
 * @param folder of the model's files.
 * @param threads at most.
 */
export function openSentenceEncoder(folder: string, threads: number): SentenceEncoder {
  const pool = new EncoderPool(folder, threads);
  const embed = (text: string, isUrgent: boolean) =>
    text.trim() === "" ? Promise.resolve(null) : pool.encode(text, isUrgent);
  return {
    version: ENCODER_VERSION,
    dimensions: TOKEN_DIMENSIONS,
    passagesAtOnce: PASSAGES_AT_ONCE,
    textWeight: TEXT_WEIGHT,
    embedPassages: (texts) => Promise.all(texts.map((text) => embed(text, false))),
    embedQuestion: (text) => embed(text, true),
    ping: async () => void (await embed("impôt", true)),
    close: () => pool.close(),
  };
}

interface Job {
  readonly text: string;
  readonly resolve: (vector: Embedding) => void;
  readonly reject: (error: EngineUnavailable) => void;
}

/** A thread, and the job in its hands; null while it waits for one, or reads the model. */
interface Hand {
  readonly worker: Worker;
  isReady: boolean;
  job: Job | null;
}

class EncoderPool {
  private readonly urgent: Job[] = [];
  private readonly waiting: Job[] = [];
  private readonly hands = new Set<Hand>();
  private table: SharedArrayBuffer | null = null;

  constructor(
    private readonly folder: string,
    private readonly threads: number,
  ) {}

  encode(text: string, isUrgent: boolean): Promise<Embedding> {
    const { promise, resolve, reject } = Promise.withResolvers<Embedding>();
    (isUrgent ? this.urgent : this.waiting).push({ text, resolve, reject });
    this.deal();
    return promise;
  }

  async close(): Promise<void> {
    const workers = [...this.hands].map(({ worker }) => worker);
    for (const hand of this.hands) this.lose(hand, "Le modèle de langue est arrêté.");
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  /** Gives the jobs that wait to the threads that are free; starts one more when none is. */
  private deal(): void {
    for (const hand of this.hands) {
      if (!hand.isReady || hand.job !== null) continue;
      const job = this.urgent.shift() ?? this.waiting.shift();
      if (job === undefined) return;
      hand.job = job;
      hand.worker.postMessage(job.text);
    }
    const isStarting = [...this.hands].some(({ isReady }) => !isReady);
    // The first reads the table that the others share.
    if (this.urgent.length + this.waiting.length > 0 && !isStarting && this.hands.size < this.threads)
      this.start();
  }

  private start(): void {
    const worker = new Worker(new URL("./thread.ts", import.meta.url), {
      workerData: { folder: this.folder, table: this.table } satisfies EncoderThread,
    });
    const hand: Hand = { worker, isReady: false, job: null };
    this.hands.add(hand);
    worker.on("message", (message: EncoderMessage) => this.receive(hand, message));
    // What an error says may hold a path, and a refusal is public.
    worker.on("error", () =>
      this.lose(hand, "Le modèle de langue ne peut pas être lu : relancez « bun run model »."),
    );
    worker.on("exit", () => this.lose(hand, "Le modèle de langue s'est arrêté."));
  }

  private receive(hand: Hand, message: EncoderMessage): void {
    if (message.kind === "ready") {
      hand.isReady = true;
      this.table = message.table;
    } else {
      hand.job?.resolve(message.vector);
      hand.job = null;
    }
    this.deal();
  }

  /** Refuses the job of a thread that is gone, and, when there is no other, all that wait. */
  private lose(hand: Hand, reason: string): void {
    if (!this.hands.delete(hand)) return;
    const refused = hand.job === null ? [] : [hand.job];
    if (this.hands.size === 0) refused.push(...this.urgent.splice(0), ...this.waiting.splice(0));
    for (const job of refused) job.reject(new EngineUnavailable("embeddings", reason));
  }
}
