import { createHash } from "node:crypto";
import { RefreshedValue, type RefreshObserver, UNOBSERVED } from "../../../db/engine/refreshed-value.ts";
import { withTimeout } from "../../../db/engine/retry.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import {
  type KnownServers,
  readServers,
  SERVERS_LEASE_MS,
  type ServerState,
} from "../../../db/ingestion/derived/fulltext-servers.ts";
import type { Database } from "../../../db/postgres/database.ts";
import type { FullTextReader, ServerCounts } from "../port.ts";
import type { MeilisearchConfig } from "./connection.ts";
import { readMeilisearchGeneration } from "./indexes.ts";
import { openMeilisearchReader } from "./reader.ts";

/** Names a server without its address, which may contain a password. */
export function nameOfServer(url: string): string {
  return createHash("sha256").update(url).digest("hex").slice(0, 16);
}

/** What tells readers which servers are in step. */
export interface ServersDeps {
  /** Where the worker records it. */
  readonly primary: Database;
  readonly observer?: RefreshObserver;
  /** A monotonic clock. */
  readonly nowMs?: () => number;
}

/** What a server last answered to what asks for its generation. */
interface Look {
  /** When it was asked. */
  readonly atMs: number;
  /** Null when it did not answer. */
  readonly generation: string | null;
  readonly fault: unknown;
}

/** How often, while they are asked anything, servers tell their generation, and the relational store what it knows. */
const LOOK_EVERY_MS = 2_000;
const READ_EVERY_MS = 1_000;
/** Age from which a look is no longer used: a server may have been emptied since. */
const MOST_LOOK_MS = 6_000;
/** A server that takes longer does not count as one that answers. */
const COUNT_LIMIT_MS = 1_000;

/**
 * Reader of the index that several servers hold, each for itself. A request goes to one that the worker recorded in step
 * and that is as it was then, the last one that answered first, and to the next when it does not answer; never to one
 * that is behind. Without any other, the one that the worker is writing answers, as a single server would.
 */
export function openServersReader(
  configs: readonly MeilisearchConfig[],
  { primary, observer = UNOBSERVED, nowMs = () => performance.now() }: ServersDeps,
): FullTextReader {
  const servers = configs.map((config) => new ReadServer(config, nowMs));
  const group = new ReadServers(servers, primary, observer, nowMs);
  return {
    search: (...asked) => group.ask((reader) => reader.search(...asked)),
    count: (...asked) => group.ask((reader) => reader.count(...asked)),
    facets: (...asked) => group.ask((reader) => reader.facets(...asked)),
    wordsBeginning: (...asked) => group.ask((reader) => reader.wordsBeginning(...asked)),
    suggest: (...asked) => group.ask((reader) => reader.suggest(...asked)),
    ping: () => group.ping(),
    servers: () => group.count(),
    close: async () => void (await Promise.all(servers.map(({ reader }) => reader.close()))),
  };
}

/** A server, and what it last told of itself. */
class ReadServer {
  readonly name: string;
  readonly reader: FullTextReader;
  private readonly looks: RefreshedValue<Look>;
  private leftAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    config: MeilisearchConfig,
    private readonly nowMs: () => number,
  ) {
    this.name = nameOfServer(config.url);
    this.reader = openMeilisearchReader(config);
    const look = async (): Promise<Look> => {
      const atMs = nowMs();
      return await readMeilisearchGeneration(config).then(
        (generation) => ({ atMs, generation, fault: null }),
        (fault: unknown) => ({ atMs, generation: null, fault }),
      );
    };
    // One that is away is told by the counts: it is no stale value.
    this.looks = new RefreshedValue(this.name, look, {
      lifetimeMs: LOOK_EVERY_MS,
      observer: UNOBSERVED,
      nowMs,
    });
  }

  /** Waits only for one that has not failed since it was last looked at. */
  async look(): Promise<Look> {
    const held = this.looks.peek();
    if (held === null) return await this.looks.refresh();
    if (held.fault !== null || this.isLeft(held)) return { ...held, generation: null };
    return this.nowMs() - held.atMs < MOST_LOOK_MS ? held : await this.looks.refresh();
  }

  /** As far as the last look tells. */
  get isUp(): boolean {
    const held = this.looks.peek();
    return held !== null && held.fault === null && !this.isLeft(held);
  }

  async lookAgain(): Promise<Look> {
    return await this.looks.refresh();
  }

  /** It failed: it is asked nothing until it has answered a look that began later. */
  leave(): void {
    this.leftAtMs = this.nowMs();
    this.looks.refreshBehind();
  }

  private isLeft(look: Look): boolean {
    return look.atMs <= this.leftAtMs;
  }
}

/** When it was read. */
interface Known {
  readonly atMs: number;
  readonly servers: KnownServers;
}

/** States in which a server may be read, the best first. */
const READABLE: readonly ServerState[] = ["in step", "written"];

class ReadServers {
  private last: ReadServer | null = null;
  private readonly known: RefreshedValue<Known>;
  private failedAtMs = Number.NEGATIVE_INFINITY;
  private soughtAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly servers: readonly ReadServer[],
    primary: Database,
    observer: RefreshObserver,
    private readonly nowMs: () => number,
  ) {
    const read = async () => ({ atMs: nowMs(), servers: await readServers(primary) });
    this.known = new RefreshedValue("fulltext-servers", read, { lifetimeMs: READ_EVERY_MS, observer, nowMs });
  }

  /** Each server is asked once at most. @throws the fault of the last one, or why none is to be asked */
  async ask<Answer>(request: (reader: FullTextReader) => Promise<Answer>): Promise<Answer> {
    const asked = new Set<ReadServer>();
    for (let fault: unknown = null; ; ) {
      const server = (await this.choose(asked)) ?? (await this.seek(asked));
      if (server === null) throw fault ?? (await this.whyNone());
      asked.add(server);
      try {
        const answer = await request(server.reader);
        this.last = server;
        return answer;
      } catch (error) {
        if (!(error instanceof EngineUnavailable)) throw error;
        server.leave();
        fault = error;
      }
    }
  }

  /** At once: one that hangs must not make the index look away. */
  async ping(): Promise<void> {
    const readable = await this.readable();
    if (readable.length === 0) return await this.ask((reader) => reader.ping());
    await Promise.any(readable.map(({ reader }) => reader.ping())).catch((error: unknown) => {
      throw error instanceof AggregateError ? error.errors[0] : error;
    });
  }

  async count(): Promise<ServerCounts> {
    const looks = this.servers.map(async (server) => ({
      server,
      look: await withTimeout(COUNT_LIMIT_MS, server.look()).catch(() => null),
    }));
    const known = await withTimeout(COUNT_LIMIT_MS, this.readKnown()).catch(
      () => this.known.peek()?.servers ?? null,
    );
    const up = (await Promise.all(looks)).filter(({ look }) => look !== null && look.generation !== null);
    const inStep = up.filter(
      ({ server, look }) => known !== null && stateOf(known, server, look) === "in step",
    );
    return { up: up.length, inStep: inStep.length, total: this.servers.length };
  }

  private async choose(asked: ReadonlySet<ReadServer>): Promise<ReadServer | null> {
    const known = await this.readKnown();
    for (const state of READABLE) {
      for (const server of this.inOrder()) {
        if (!asked.has(server) && stateOf(known, server, await server.look()) === state) return server;
      }
    }
    return null;
  }

  private async readable(): Promise<readonly ReadServer[]> {
    const known = await this.readKnown();
    const looks = await Promise.all(
      this.servers.map(async (server) => ({ server, look: await server.look() })),
    );
    const inState = (state: ServerState) =>
      looks.flatMap(({ server, look }) => (stateOf(known, server, look) === state ? [server] : []));
    return READABLE.map(inState).find((found) => found.length > 0) ?? [];
  }

  /**
   * When none is known to be readable: looks at them again, then at what is known of them, as the worker records what it
   * does before and after. At those that do not answer, once in a while: each request would wait for one that hangs.
   */
  private async seek(asked: ReadonlySet<ReadServer>): Promise<ReadServer | null> {
    const mayWait = this.nowMs() - this.soughtAtMs >= LOOK_EVERY_MS;
    const left = this.servers.filter((server) => !asked.has(server) && (mayWait || server.isUp));
    if (left.length === 0) return null;
    await Promise.all(left.map((server) => server.lookAgain()));
    await this.known.refresh().catch(() => {});
    if (mayWait) this.soughtAtMs = this.nowMs();
    return await this.choose(asked);
  }

  private *inOrder(): Generator<ReadServer> {
    if (this.last !== null) yield this.last;
    for (const server of this.servers) if (server !== this.last) yield server;
  }

  /** What is known while the relational store is away is the last that it told. @throws before the first time */
  private async readKnown(): Promise<KnownServers> {
    const held = this.known.peek();
    if (held === null) return (await this.known.refresh()).servers;
    const now = this.nowMs();
    if (now - held.atMs < SERVERS_LEASE_MS || now - this.failedAtMs < READ_EVERY_MS) return held.servers;
    const read = await this.known.refresh().catch(() => {
      this.failedAtMs = this.nowMs();
      return held;
    });
    return read.servers;
  }

  private async whyNone(): Promise<unknown> {
    const looks = await Promise.all(this.servers.map((server) => server.look()));
    const away = looks.filter(({ generation }) => generation === null);
    if (away.length === looks.length) return away[0]?.fault ?? unavailable(NONE_ANSWERS);
    return unavailable(away.length === 0 ? NONE_IN_STEP : NONE_LEFT);
  }
}

const NONE_ANSWERS = "Aucun des serveurs Meilisearch de MEILI_URL ne répond.";
const NONE_IN_STEP =
  "Aucun des serveurs Meilisearch de MEILI_URL n'est encore à jour : le worker les remplit.";
const NONE_LEFT =
  "Aucun des serveurs Meilisearch de MEILI_URL qui répondent n'est à jour : le worker les remplit.";

function unavailable(message: string): EngineUnavailable {
  return new EngineUnavailable("meilisearch", message);
}

/** The version of the analyzer before it is the worker's own affair: a reader goes on with the index of another one. */
function contentOf(generation: string): string {
  return generation.slice(generation.indexOf(" ") + 1);
}

function stateOf(known: KnownServers, { name }: ReadServer, look: Look | null): ServerState {
  const generation = look?.generation ?? null;
  if (generation === null) return "behind";
  return known.stateOf(name, (recorded) => contentOf(recorded) === generation);
}
