/** An operator revokes accounts while another process, which caches their keys, makes new ones as fast as it can. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { listAccountKeys } from "../../../../db/keys/account-keys.ts";
import { changeKey, createKey, revokeKey } from "../../../../db/keys/keys.ts";
import type { KeyGrant } from "../../../../db/keys/stored-key.ts";
import { openRelational } from "../../../../db/postgres/open.ts";
import { grantOf } from "../../../fixtures/keys.ts";
import { createMigratedDatabase, serverAbsence } from "../../../servers/postgres.ts";

setDefaultTimeout(120_000);

const ROUNDS = 200;
/** The operator comes in the middle of what the other process does, a little later each time. */
const LONGEST_WAIT_MS = 12;

test.skipIf(serverAbsence !== null)(
  `no key outlives its account, whoever races its revocation: PostgreSQL, ${ROUNDS} rounds`,
  async () => {
    const { url, drop } = await createMigratedDatabase();
    const store = await openRelational({ database: { kind: "server", url }, dataDir: "" });
    const holder = startHolder(url);
    let created = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { key, visibleStart } = await createKey(store.database, { name: "Compte", plan: "pro" });
      const grant = await grantOf(store.database, key);
      if (grant === null) throw new Error("the key is refused");
      const ended = holder.race(grant);
      await sleep((round * LONGEST_WAIT_MS) / ROUNDS);
      await changeKey(store.database, visibleStart, { plan: "gratuit" });
      expect(await plansOf(grant)).toEqual(["gratuit"]);
      await revokeKey(store.database, visibleStart);
      expect(await listAccountKeys(store.database, grant.accountId)).toEqual([]);
      created += await ended;
      expect(await listAccountKeys(store.database, grant.accountId)).toEqual([]);
      expect(await plansOf(grant)).toEqual(["gratuit"]);
    }
    await holder.stop();
    // Else nothing was raced.
    expect(created).toBeGreaterThan(ROUNDS);
    expect(await countDeadlocks()).toBe(0);
    await store.close();
    await drop();

    async function plansOf({ accountId }: KeyGrant): Promise<string[]> {
      const rows = await store.database.$client<{ plan: string }[]>`
        select distinct plan from api_keys where coalesce(account_id, id) = ${accountId}`;
      return rows.map(({ plan }) => plan);
    }

    async function countDeadlocks() {
      const [row] = await store.database.$client<{ deadlocks: number }[]>`
        select deadlocks::int from pg_stat_database where datname = current_database()`;
      return row?.deadlocks;
    }
  },
);

function startHolder(url: string) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "racing-holder.ts")], {
    env: { ...process.env, DATABASE_URL: url },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const lines = readLines(child.stdout);
  return {
    /** Returns how many keys the other process made before it was refused. */
    async race(grant: object): Promise<number> {
      child.stdin.write(`${JSON.stringify(grant)}\n`);
      child.stdin.flush();
      const line = await lines.next();
      if (line.done === true) throw new Error("the other process ended");
      return Number(line.value);
    },
    async stop() {
      child.stdin.end();
      expect(await child.exited).toBe(0);
    },
  };
}

async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
