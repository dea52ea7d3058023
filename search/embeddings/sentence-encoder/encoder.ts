import { Worker } from "node:worker_threads";
import { AskedThread, type Ending } from "../../../db/engine/thread.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import { TEXT_WEIGHT } from "../../weights.ts";
import type { Embedding, Encoder } from "../port.ts";
import { RELEASE } from "./files/release.ts";
import { TOKEN_DIMENSIONS } from "./files/weights.ts";
import type { EncoderThread } from "./messages.ts";

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

interface Job extends PromiseWithResolvers<Embedding> {
  readonly text: string;
}

/** A thread that encodes one text at a time, once it has loaded the model. */
interface Hand {
  readonly thread: AskedThread<string, Float32Array>;
  state: "loading" | "idle" | "busy";
}

/** An error's message may contain a path, and our refusal is public. */
const REASONS: Readonly<Record<Ending, string>> = {
  error: "Le modèle de langue ne peut pas être lu : relancez « bun run model ».",
  exit: "Le modèle de langue s'est arrêté.",
  ended: "Le modèle de langue est arrêté.",
};

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
    const job: Job = { text, ...Promise.withResolvers<Embedding>() };
    (isUrgent ? this.urgent : this.waiting).push(job);
    this.deal();
    return job.promise;
  }

  async close(): Promise<void> {
    await Promise.all([...this.hands].map(({ thread }) => thread.end()));
  }

  /** Assigns waiting jobs to idle threads; starts one more thread when none is idle. */
  private deal(): void {
    for (const hand of this.hands) {
      if (hand.state !== "idle") continue;
      const job = this.urgent.shift() ?? this.waiting.shift();
      if (job === undefined) return;
      void this.work(hand, job);
    }
    const isStarting = [...this.hands].some(({ state }) => state === "loading");
    // The first thread reads the table that the others share.
    if (this.urgent.length + this.waiting.length > 0 && !isStarting && this.hands.size < this.threads)
      this.start();
  }

  private async work(hand: Hand, job: Job): Promise<void> {
    hand.state = "busy";
    await hand.thread.ask(job.text).then(job.resolve, job.reject);
    hand.state = "idle";
    this.deal();
  }

  private start(): void {
    const worker = new Worker(new URL("./thread.ts", import.meta.url), {
      workerData: { folder: this.folder, table: this.table } satisfies EncoderThread,
    });
    const thread = new AskedThread<string, Float32Array>(worker, (ending) =>
      this.lose(hand, REASONS[ending]),
    );
    const hand: Hand = { thread, state: "loading" };
    this.hands.add(hand);
    worker.on("message", (message: object) => {
      if (!("table" in message) || !(message.table instanceof SharedArrayBuffer)) return;
      this.table = message.table;
      hand.state = "idle";
      this.deal();
    });
  }

  /** The refusal of the job of a dead thread and, if it was the last thread, of all waiting jobs. */
  private lose(hand: Hand, reason: string): EngineUnavailable {
    this.hands.delete(hand);
    const refusal = new EngineUnavailable("embeddings", reason);
    const waiting = this.hands.size > 0 ? [] : [...this.urgent.splice(0), ...this.waiting.splice(0)];
    for (const job of waiting) job.reject(refusal);
    return refusal;
  }
}
