import { OutageLog, type OutageLogger } from "../engine/outage-log.ts";
import { withTimeout } from "../engine/retry.ts";
import type { Database } from "./database.ts";

interface ReplicaOptions {
  readonly mostLagMs: number;
  readonly log: OutageLogger;
  /** A monotonic clock. */
  readonly nowMs?: () => number;
}

const LOOK_EVERY_MS = 1_000;
const LOOK_LIMIT_MS = 2_000;
/** An hour of them: the latest that a replica may be. */
const MOST_MARKS = 3_600;
const NAME = "replica";
const WORDS = {
  began: "the replica is away or late: documents are read from the primary",
  goesOn: "the replica is still away or late",
  over: "the replica is back: documents are read from it",
};
const AWAY =
  "La réplique de DATABASE_READ_URL ne répond pas : les documents sont lus dans la base principale.";

/** How far the primary had written, in bytes of its log, and when. */
interface Mark {
  readonly position: number;
  readonly atMs: number;
}

/**
 * Reads documents from a replica while it answers and is no later than allowed, else from the primary (contract,
 * additions 3, « Several machines »). It is looked at every second, from the first read on, and as soon as one of its
 * connections ends.
 */
export class ReplicaRouter {
  /** The replica or the primary, as of each statement. */
  readonly database: Database;
  /** In French, why documents are not read there; null while they are. */
  fault: string | null = null;
  /** How far it is behind, as last seen. */
  lagMs = 0;
  private marks: Mark[] = [];
  private looking: Promise<void> | null = null;
  private rounds: NodeJS.Timeout | null = null;
  private readonly clients: { readonly primary: Database["$client"]; readonly replica: Database["$client"] };
  private readonly outages: OutageLog;
  private readonly nowMs: () => number;

  /** @param replica becomes `database`. */
  constructor(
    primary: Database,
    replica: Database,
    private readonly options: ReplicaOptions,
  ) {
    this.nowMs = options.nowMs ?? (() => performance.now());
    this.outages = new OutageLog(options.log, WORDS, this.nowMs);
    this.clients = { primary: primary.$client, replica: replica.$client };
    this.database = Object.defineProperty(replica, "$client", { get: () => this.current() });
  }

  /** One of its connections has ended: until it answers, it is taken for away. */
  suspect(): void {
    if (this.rounds === null) return;
    this.fault ??= AWAY;
    void this.look();
  }

  /** Looks at both, unless a look is under way. Never rejects. */
  look(): Promise<void> {
    this.looking ??= this.judge().finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  close(): void {
    if (this.rounds !== null) clearInterval(this.rounds);
    this.rounds = null;
  }

  private current(): Database["$client"] {
    this.rounds ??= setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
    return this.fault === null ? this.clients.replica : this.clients.primary;
  }

  private async judge(): Promise<void> {
    const [primary, replica] = await Promise.allSettled([
      placeOf(this.clients.primary),
      placeOf(this.clients.replica),
    ]);
    if (primary.status === "fulfilled") this.mark(primary.value.written);
    if (replica.status === "fulfilled") this.lagMs = this.lagAt(replica.value.replayed);
    const fault = replica.status === "rejected" ? AWAY : tellLate(this.lagMs, this.options.mostLagMs);
    this.fault = fault;
    if (fault === null) this.outages.worked(NAME);
    else
      this.outages.failed(NAME, replica.status === "rejected" ? replica.reason : new Error(fault), {
        level: "warn",
      });
  }

  /** Marks beyond where the primary is are those of a former one, which no replica will ever reach. */
  private mark(position: number | null): void {
    if (position === null) return;
    this.marks = this.marks.filter((mark) => mark.position <= position);
    if (position > (this.marks.at(-1)?.position ?? -1)) this.marks.push({ position, atMs: this.nowMs() });
    if (this.marks.length > MOST_MARKS) this.marks.splice(1, 1);
  }

  /** The age of the first mark that it has not replayed: unlike the time of the last change, it holds when nothing changes. */
  private lagAt(replayed: number | null): number {
    const missing = replayed === null ? [] : this.marks.filter(({ position }) => position > replayed);
    this.marks = missing.length === 0 ? this.marks.slice(-1) : missing;
    const [first] = missing;
    return first === undefined ? 0 : this.nowMs() - first.atMs;
  }
}

function tellLate(lagMs: number, mostLagMs: number): string | null {
  if (lagMs <= mostLagMs) return null;
  return `La réplique de DATABASE_READ_URL a ${Math.round(lagMs / 1_000)} secondes de retard : les documents sont lus dans la base principale.`;
}

/** In bytes; null for what a server of that kind does not tell. */
interface Place {
  readonly written: number | null;
  readonly replayed: number | null;
}

async function placeOf(sql: Database["$client"]): Promise<Place> {
  const read = sql<Place[]>`
    select pg_wal_lsn_diff(case when not pg_is_in_recovery() then pg_current_wal_lsn() end, '0/0')::float8 as written,
      pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end, '0/0')::float8 as replayed`;
  const [place] = await withTimeout(LOOK_LIMIT_MS, read);
  return place ?? { written: null, replayed: null };
}
