import { Worker } from "node:worker_threads";
import { AskedThread } from "../../db/engine/thread.ts";
import { EngineUnavailable } from "../../db/engine/unavailable.ts";

/** Who a task is for: key holders are served before visitors of the pages. */
export type Caller = "keyed" | "visitor";

interface TaskThreadOptions {
  /** The thread's script, which calls `serveRequests`. */
  readonly script: URL;
  /** The name of the thread in refusals, as for other engines. */
  readonly engine: string;
  /** Maximum waiting tasks, by caller: with one more, the latest of the one who has most of them is refused at once. */
  readonly mostWaiting: Readonly<Record<Caller, number>>;
}

interface TaskRequest {
  readonly caller: Caller;
  /** On whose behalf: one after the other of those who wait is served. By default all are one. */
  readonly of?: string;
  /** From now, waiting included. */
  readonly timeLimitMs: number;
}

/**
 * A thread that runs one task at a time, behind a bounded queue. It starts with the first task. A task past its time
 * limit is refused: dropped if still waiting, ended with the thread if running, so that no work outlives its caller.
 */
export class TaskThread<Task, Result> {
  readonly #options: TaskThreadOptions;
  readonly #waiting: Readonly<Record<Caller, FairQueue<Job<Task, Result>>>>;
  #thread: AskedThread<Task, Result> | null = null;
  #running: Job<Task, Result> | null = null;

  constructor(options: TaskThreadOptions) {
    this.#options = options;
    const { keyed, visitor } = options.mostWaiting;
    this.#waiting = { keyed: new FairQueue(keyed), visitor: new FairQueue(visitor) };
  }

  /**
   * @throws {EngineUnavailable} when too many tasks wait, the time limit passes, the task fails or the thread ends.
   */
  async run(task: Task, { caller, of = "", timeLimitMs }: TaskRequest): Promise<Result> {
    const job: Job<Task, Result> = { task, ...Promise.withResolvers<Result>() };
    const timer = setTimeout(() => this.#expire(job), timeLimitMs);
    if (this.#running === null) void this.#begin(job);
    else this.#waiting[caller].push(of, job)?.reject(this.#refusal(BUSY));
    return await job.promise.finally(() => clearTimeout(timer));
  }

  /** Ends the thread; running and waiting tasks are refused. */
  async close(): Promise<void> {
    for (let job = this.#nextJob(); job !== null; job = this.#nextJob()) job.reject(this.#refusal(FAILED));
    await this.#thread?.end();
  }

  #nextJob(): Job<Task, Result> | null {
    return this.#waiting.keyed.shift() ?? this.#waiting.visitor.shift();
  }

  async #begin(job: Job<Task, Result>): Promise<void> {
    this.#running = job;
    this.#thread ??= this.#start();
    try {
      job.resolve(await this.#thread.ask(job.task));
    } catch {
      job.reject(this.#refusal(FAILED));
    }
    this.#running = null;
    const next = this.#nextJob();
    if (next !== null) void this.#begin(next);
  }

  #start(): AskedThread<Task, Result> {
    // The next task starts another thread.
    return new AskedThread(new Worker(this.#options.script), () => {
      this.#thread = null;
      return this.#refusal(FAILED);
    });
  }

  #expire(job: Job<Task, Result>): void {
    for (const waiting of Object.values(this.#waiting)) waiting.remove(job);
    job.reject(this.#refusal(TOO_LONG));
    if (this.#running === job) void this.#thread?.end();
  }

  #refusal(message: string): EngineUnavailable {
    return new EngineUnavailable(this.#options.engine, message);
  }
}

interface Job<Task, Result> extends PromiseWithResolvers<Result> {
  readonly task: Task;
}

const BUSY = "Trop de calculs attendent déjà : réessayez dans quelques secondes.";
const TOO_LONG = "Le calcul a dépassé le temps qui lui est accordé : réessayez dans quelques secondes.";
const FAILED = "Le calcul n'a pas abouti : réessayez dans quelques secondes.";

/**
 * Entries that wait, each on behalf of someone: those who wait are served one after the other, so that nobody waits
 * behind all that another has asked. When it is full, the latest entry of the one who has most of them leaves.
 */
export class FairQueue<Entry> {
  #size = 0;
  /** By whom they are for, the next one to be served first. */
  readonly #lines = new Map<string, Entry[]>();

  /** @param most entries that may wait, all together. */
  constructor(readonly most: number) {}

  /** Adds an entry. Returns the one that leaves: null while there is room, the entry itself when nobody has more. */
  push(of: string, entry: Entry): Entry | null {
    const leaving = this.#size < this.most ? null : this.#leaving(of, entry);
    if (leaving === entry) return entry;
    const line = this.#lines.get(of) ?? [];
    line.push(entry);
    this.#lines.set(of, line);
    this.#size += 1;
    return leaving;
  }

  /**
   * Removes the next entry; null when none waits.
   * @param mayServe says on whose behalf one may be served now.
   */
  shift(mayServe: (of: string) => boolean = () => true): Entry | null {
    for (const [of, line] of this.#lines) {
      if (!mayServe(of)) continue;
      const next = line.shift();
      // Whom it is for comes after the others next time.
      this.#lines.delete(of);
      if (line.length > 0) this.#lines.set(of, line);
      if (next === undefined) continue;
      this.#size -= 1;
      return next;
    }
    return null;
  }

  /** Removes an entry, if it still waits. */
  remove(entry: Entry): void {
    for (const line of this.#lines.values()) {
      const rank = line.indexOf(entry);
      if (rank < 0) continue;
      line.splice(rank, 1);
      this.#size -= 1;
    }
  }

  #leaving(of: string, entry: Entry): Entry {
    let longest: Entry[] = [];
    for (const line of this.#lines.values()) if (line.length > longest.length) longest = line;
    if (longest.length <= (this.#lines.get(of)?.length ?? 0) + 1) return entry;
    this.#size -= 1;
    return longest.pop() ?? entry;
  }
}
