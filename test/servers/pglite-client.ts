/** A thread that opens a transaction through the given port, writes, reports it, and never ends it. */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { connectPglite } from "../../db/postgres/client.ts";

const door: MessagePort = workerData;
const database = connectPglite(door);
await database.transaction(async (transaction) => {
  await transaction.execute("insert into notes values ('unfinished')");
  parentPort?.postMessage("writing");
  await new Promise(() => {});
});
