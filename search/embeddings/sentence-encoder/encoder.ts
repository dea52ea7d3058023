import { Worker } from "node:worker_threads";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import { TEXT_WEIGHT } from "../../weights.ts";
import type { Embedding, Encoder } from "../port.ts";
import { RELEASE } from "./files/release.ts";
import { TOKEN_DIMENSIONS } from "./files/weights.ts";
import type { EncoderMessage, EncoderThread } from "./messages.ts";

/** Version of the stored vectors: of the model's files, and of our computation. */
const ENCODER_VERSION = `${RELEASE.id}@${TOKEN_DIMENSIONS}`;

/** A passage takes about 30 ms. */
const PASSAGES_AT_ONCE = 16;

export interface SentenceEncoder extends Encoder {
  /** Ends the threads and rejects pending calls. */
  close(): Promise<void>;
}

/**
 * The sentence encoder, in at most that many threads: the first starts with the first text, the others when there is
 * more work. A question goes before all waiting passages.
 */
export function openSentenceEncoder(folder: string, threads: number): SentenceEncoder {
  const pool = new EncoderPool(folder, threads);
  const embed = (text: string, isUrgent: boolean) =>
    text.trim() === "" ? Promise.resolve(null) : pool.encode(text, isUrgent);
  return {
    version: ENCODER_VERSION,
    dimensions: TOKEN_DIMENSIONS,
    passagesAtOnce: PASSAGES_AT_ONCE,
    textWeight: TEXT_WEIGHT.sentenceEncoder,
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

/** A thread and its current job; null while it waits for one, or loads the model. */
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

  /** Assigns waiting jobs to idle threads; starts one more thread when none is idle. */
  private deal(): void {
    for (const hand of this.hands) {
      if (!hand.isReady || hand.job !== null) continue;
      const job = this.urgent.shift() ?? this.waiting.shift();
      if (job === undefined) return;
      hand.job = job;
      hand.worker.postMessage(job.text);
    }
    const isStarting = [...this.hands].some(({ isReady }) => !isReady);
    // The first thread reads the table that the others share.
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
    // An error's message may contain a path, and our refusal is public.
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

  /** Rejects the job of a dead thread and, if it was the last thread, all waiting jobs. */
  private lose(hand: Hand, reason: string): void {
    if (!this.hands.delete(hand)) return;
    const refused = hand.job === null ? [] : [hand.job];
    if (this.hands.size === 0) refused.push(...this.urgent.splice(0), ...this.waiting.splice(0));
    for (const job of refused) job.reject(new EngineUnavailable("embeddings", reason));
  }
}
