import { type Installation, SEARCH, statusOf } from "./installation.ts";

const READERS = 3;
const READ_LIMIT_MS = 35_000;
/** One after the other, and each read of another address than the last: kept answers alone would hide a store's absence. */
const PATHS = ["/v1/boi/BOI-IR-LIQ-20-10", SEARCH, "/v1/plan", "/v1/search/semantic", "/v1/search/hybride"];

const SUCCESSES = new Set(["200", "201"]);

interface Call {
  readonly kind: "read" | "write";
  readonly beginMs: number;
  readonly endMs: number;
  readonly status: string;
}

/** What callers saw of a time. */
export interface Seen {
  readonly reads: number;
  /** How those that failed ended, of what, and how many. */
  readonly failedReads: string;
  readonly writes: number;
  readonly failedWrites: string;
}

/** Callers who read, and an operator who creates keys, without end; the address that they ask moves as a floating one. */
export class Callers {
  /** Of keys whose creation was acknowledged. */
  readonly created: string[] = [];
  private readonly calls: Call[] = [];
  private isOver = false;
  private rank = 0;
  private readonly loops: Promise<unknown>;

  constructor(
    private installation: Installation,
    private readonly key: string,
    private readonly adminToken: string,
  ) {
    const readers = Array.from({ length: READERS }, () => this.loop("read", 100, () => this.readOnce()));
    this.loops = Promise.all([...readers, this.loop("write", 250, () => this.writeOnce())]);
  }

  moveTo(installation: Installation): void {
    this.installation = installation;
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.loops;
  }

  /** Of the first acknowledged write that was sent after a time, or null. */
  writtenMs(sinceMs: number): number | null {
    const isIt = ({ kind, beginMs, status }: Call) =>
      kind === "write" && beginMs > sinceMs && SUCCESSES.has(status);
    return this.calls.find(isIt)?.endMs ?? null;
  }

  /** Whether calls have been answered, and none has failed, for a while. */
  isWell(kind: Call["kind"], quietMs = 3_000): boolean {
    const since = performance.now() - quietMs;
    const recent = this.calls.filter((call) => call.kind === kind && call.endMs > since);
    return recent.length > 0 && recent.every(({ status }) => SUCCESSES.has(status));
  }

  /** Seconds from a time until calls no longer fail; 0 without a failure. */
  recoverySeconds(kind: Call["kind"], sinceMs: number): number {
    const failed = this.calls.filter(
      (call) => call.kind === kind && call.endMs > sinceMs && !SUCCESSES.has(call.status),
    );
    if (failed.length === 0) return 0;
    const lastMs = Math.max(...failed.map(({ endMs }) => endMs));
    const back = this.calls.find((call) => call.kind === kind && call.endMs > lastMs);
    return Math.round(((back?.endMs ?? Number.NaN) - sinceMs) / 100) / 10;
  }

  seenSince(sinceMs: number): Seen {
    const since = this.calls.filter(({ endMs }) => endMs > sinceMs);
    const [reads, writes] = [
      since.filter(({ kind }) => kind === "read"),
      since.filter(({ kind }) => kind === "write"),
    ];
    return {
      reads: reads.length,
      failedReads: failuresOf(reads),
      writes: writes.length,
      failedWrites: failuresOf(writes),
    };
  }

  private async loop(kind: Call["kind"], pauseMs: number, call: () => Promise<string>): Promise<void> {
    while (!this.isOver) {
      const beginMs = performance.now();
      const status = await call();
      this.calls.push({ kind, beginMs, endMs: performance.now(), status });
      await Bun.sleep(pauseMs);
    }
  }

  private async readOnce(): Promise<string> {
    this.rank += 1;
    const path = PATHS[this.rank % PATHS.length] ?? SEARCH;
    const headers = { "x-api-key": this.key, "content-type": "application/json" };
    const question = JSON.stringify({ question: `Un étudiant rattaché à ses parents, cas ${this.rank} ?` });
    const asked = path.startsWith("/v1/search/") ? { method: "POST", body: question } : {};
    const own = path === SEARCH ? `&offset=${this.rank % 5}` : "";
    const signal = AbortSignal.timeout(READ_LIMIT_MS);
    const status = await statusOf(
      fetch(`${this.installation.url}${path}${own}`, { headers, signal, ...asked }),
    );
    return status === "200" ? status : `${status} ${path.replace(/\?.*/, "")}`;
  }

  private async writeOnce(): Promise<string> {
    const headers = { authorization: `Bearer ${this.adminToken}`, "content-type": "application/json" };
    const body = JSON.stringify({ name: "Essai", plan: "interne" });
    const signal = AbortSignal.timeout(READ_LIMIT_MS);
    const asked = fetch(`${this.installation.url}/admin/keys`, { method: "POST", headers, body, signal });
    const answer = await asked.catch((error: Error) => error.name);
    if (typeof answer === "string") return answer;
    const told = Object(await answer.json().catch(() => ({})));
    if (answer.status === 201) this.created.push(String(told.visible_start));
    return String(answer.status);
  }
}

/** How calls failed, and how often: `503 /v1/plan: 12, TimeoutError: 1`. */
function failuresOf(calls: readonly Call[]): string {
  const failed = calls.filter(({ status }) => !SUCCESSES.has(status));
  const byStatus = Map.groupBy(failed, ({ status }) => status);
  return [...byStatus].map(([status, those]) => `${status}: ${those.length}`).join(", ") || "none";
}
