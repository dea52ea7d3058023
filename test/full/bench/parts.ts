import type postgres from "postgres";
import type { Admissions } from "../../../db/admission/port.ts";
import { decorate } from "../../../db/engine/decorate.ts";
import { storeOf } from "../../../db/postgres/client.ts";
import type { Database } from "../../../db/postgres/database.ts";
import type { FullTextReader } from "../../../search/fulltext/port.ts";

export const PARTS = ["admission", "SQL", "moteur"] as const;
export type Part = (typeof PARTS)[number];

/** How long each part of a request is waited for: several calls of one part at once count once. */
export class PartClock {
  private readonly spent = new Map<Part, number>();
  private readonly underWay = new Map<Part, { calls: number; since: number }>();

  /** Milliseconds by part since the last time. */
  take(): ReadonlyMap<Part, number> {
    const taken = new Map(this.spent);
    this.spent.clear();
    return taken;
  }

  async time<Value>(part: Part, call: () => PromiseLike<Value>): Promise<Value> {
    const entry = this.underWay.get(part) ?? { calls: 0, since: 0 };
    this.underWay.set(part, entry);
    if (entry.calls === 0) entry.since = performance.now();
    entry.calls += 1;
    try {
      return await call();
    } finally {
      entry.calls -= 1;
      if (entry.calls === 0)
        this.spent.set(part, (this.spent.get(part) ?? 0) + performance.now() - entry.since);
    }
  }
}

export function timedAdmissions(admissions: Admissions, clock: PartClock): Admissions {
  return decorate(admissions, {
    admit: (call) => clock.time("admission", call),
    charge: (call) => clock.time("admission", call),
    refund: (call) => clock.time("admission", call),
  });
}

export function timedEngine(engine: FullTextReader, clock: PartClock): FullTextReader {
  return decorate(engine, {
    search: (call) => clock.time("moteur", call),
    count: (call) => clock.time("moteur", call),
    facets: (call) => clock.time("moteur", call),
    wordsBeginning: (call) => clock.time("moteur", call),
    suggest: (call) => clock.time("moteur", call),
  });
}

/** The same store; what waits for a statement is timed from the moment that it waits. */
export function timedStore({ $client }: Database, clock: PartClock): Database {
  return storeOf(
    new Proxy($client, {
      apply: (target, self, statement) => timedQuery(Reflect.apply(target, self, statement), clock),
      get(target, name) {
        const value = Reflect.get(target, name);
        return name === "unsafe"
          ? (...statement: Parameters<postgres.Sql["unsafe"]>) =>
              timedQuery(target.unsafe(...statement), clock)
          : value;
      },
    }),
  );
}

/** A statement is sent when it is first waited for; a fragment of another one never is. */
function timedQuery(query: postgres.PendingQuery<postgres.Row[]>, clock: PartClock): unknown {
  if (!("then" in query)) return query;
  const waitFor: typeof query.then = (...next) =>
    clock.time("SQL", () => query.then((rows) => rows)).then(...next);
  const timed: unknown = new Proxy(query, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name === "then") return waitFor;
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => {
        const result = Reflect.apply(value, target, given);
        // `values()` and the like give the statement itself.
        return result === target ? timed : result;
      };
    },
  });
  return timed;
}
