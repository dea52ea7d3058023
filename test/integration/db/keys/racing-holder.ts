/**
 * A process of the race of `revocation-race.test.ts`: the service of a customer whose key is cached. For each line of
 * standard input, the cached grant of a key, it changes the account's keys until it is refused, then writes a line.
 */
import { createInterface } from "node:readline";
import {
  createAccountKey,
  DeadKey,
  LastKey,
  renameAccountKey,
  replaceAccountKey,
  revokeAccountKey,
  TooManyKeys,
} from "../../../../db/keys/account-keys.ts";
import { connectServer, disconnect } from "../../../../db/postgres/client.ts";

const database = connectServer({ url: Bun.env["DATABASE_URL"] ?? "" });
for await (const line of createInterface({ input: process.stdin })) {
  const created = await changeUntilRefused(JSON.parse(line));
  console.log(created);
}
await disconnect(database);

/** Returns how many keys were made meanwhile. */
async function changeUntilRefused(by: { id: number; accountId: number; visibleStart: string }) {
  let created = 0;
  for (;;) {
    const ends = await Promise.allSettled([
      createAccountKey(database, by, "Course").then(async ({ visibleStart }) => {
        created += 1;
        await revokeAccountKey(database, by, visibleStart);
      }),
      createAccountKey(database, by, "Reste").then(() => {
        created += 1;
      }),
      renameAccountKey(database, by, by.visibleStart, "Course"),
      replaceAccountKey(database, by, by.visibleStart),
    ]);
    const refusals = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
    const unexpected = refusals.find(
      (one) => !(one instanceof DeadKey || one instanceof TooManyKeys || one instanceof LastKey),
    );
    if (unexpected !== undefined) throw unexpected;
    if (refusals.some((one) => one instanceof DeadKey)) return created;
  }
}
