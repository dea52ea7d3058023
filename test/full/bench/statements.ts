import type { Database } from "../../../db/postgres/database.ts";

/** A store whose tagged statements are counted and timed, from when they are sent to their answer. */
export class CountedStore {
  readonly database: Database;
  private statements = 0;
  private milliseconds = 0;

  constructor(database: Database) {
    const $client = new Proxy(database.$client, {
      apply: (target, self, statement) => this.count(() => Reflect.apply(target, self, statement)),
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

  private async count(send: () => unknown): Promise<unknown> {
    const sentAt = performance.now();
    try {
      return await send();
    } finally {
      this.statements += 1;
      this.milliseconds += performance.now() - sentAt;
    }
  }
}
