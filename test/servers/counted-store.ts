import type postgres from "postgres";
import type { Database } from "../../db/postgres/database.ts";

/** A store whose statements are counted and timed, from when they are sent to their answer. */
export class CountedStore {
  readonly database: Database;
  private statements = 0;
  private milliseconds = 0;

  constructor(database: Database) {
    const $client = new Proxy(database.$client, {
      apply: (target, self, given) => this.counted(Reflect.apply(target, self, given)),
    });
    this.database = new Proxy(database, {
      get: (target, property) => (property === "$client" ? $client : Reflect.get(target, property)),
    });
  }

  /** The statements since the last time, and how long they took together. */
  take(): { readonly statements: number; readonly milliseconds: number } {
    const { statements, milliseconds } = this;
    this.statements = 0;
    this.milliseconds = 0;
    return { statements, milliseconds };
  }

  /** A statement is sent when it is first waited for; a piece of another one never is. */
  private counted(query: postgres.PendingQuery<postgres.Row[]>): unknown {
    const waitFor = query.then.bind(query);
    let sentAt: number | null = null;
    const counting: typeof query.then = (...next) => {
      if (sentAt === null) {
        const at = performance.now();
        sentAt = at;
        this.statements += 1;
        const count = () => {
          this.milliseconds += performance.now() - at;
        };
        waitFor(count, count);
      }
      return waitFor(...next);
    };
    Reflect.set(query, "then", counting);
    return query;
  }
}
