import { afterAll, beforeEach, expect, test } from "bun:test";
import { EngineUnavailable } from "../../../../../db/engine/unavailable.ts";
import { connectToWrite } from "../../../../../search/fulltext/meilisearch/connection.ts";
import { Delivery } from "../../../../../search/fulltext/meilisearch/delivery.ts";
import { createIndex, indexesOf } from "../../../../../search/fulltext/meilisearch/indexes.ts";
import type { IndexedDocument } from "../../../../../search/fulltext/port.ts";
import { PLAIN } from "../../../../fixtures/fulltext.ts";
import { rejectionOf } from "../../../../rejection.ts";

const LIMIT_BYTES = 8_388_608;

/** Summary of the requests to the server; bodies by size. */
let asked: { readonly does: "add" | "remove" | "look"; readonly titles: boolean; readonly bytes: number }[] =
  [];
/** Numbers of the tasks that fail. */
let failing: ReadonlySet<number> = new Set();
let tasks = 0;

/** A server that accepts everything: only the requests it receives matter. */
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const { pathname } = new URL(request.url);
    const uid = Number(/^\/tasks\/(\d+)$/.exec(pathname)?.[1]);
    const does = request.method === "GET" ? "look" : pathname.endsWith("/delete-batch") ? "remove" : "add";
    asked.push({ does, titles: pathname.includes("-titres/"), bytes: (await request.text()).length });
    if (does === "look")
      return Response.json({
        uid,
        status: failing.has(uid) ? "failed" : "succeeded",
        error: { code: "internal" },
      });
    tasks += 1;
    return Response.json({ taskUid: tasks, status: "enqueued" }, { status: 202 });
  },
});
afterAll(() => server.stop(true));

let delivery: Delivery;
beforeEach(() => {
  [asked, failing, tasks] = [[], new Set(), 0];
  const config = { url: server.url.href, key: "clef", index: "essai", keepsSettings: false };
  const client = connectToWrite(config);
  delivery = new Delivery(client, indexesOf(client, config.index));
});

test("puts what weighs enough into a request, and a document that weighs more alone in its own", async () => {
  await delivery.upsert([weighing(3), weighing(3), weighing(3), weighing(9), weighing(1), weighing(1)]);
  await delivery.settle();
  const weights = asked.filter(({ does, titles }) => does === "add" && !titles).map(({ bytes }) => bytes);
  expect(weights.map((bytes) => Math.round(bytes / 1e6))).toEqual([6, 3, 9, 2]);
  expect(weights.filter((bytes) => bytes > LIMIT_BYTES)).toHaveLength(1);
});

test("waits for nothing before all is sent", async () => {
  await delivery.upsert([weighing(6), weighing(6)]);
  await delivery.remove(["BOI-A"]);
  await delivery.upsert([weighing(1)]);
  await delivery.settle();
  const did = asked.map(({ does }) => does).join(" ");
  expect(did).toBe(`add add add add remove remove add add${" look".repeat(8)}`);
});

test("sends nothing when there is nothing to send", async () => {
  await delivery.upsert([]);
  await delivery.remove([]);
  await delivery.settle();
  expect(asked).toEqual([]);
});

test("a task that fails is told once the others are done, and only its documents are not", async () => {
  failing = new Set([3]);
  await delivery.upsert([weighing(6), weighing(6), weighing(6)]);
  await expect(delivery.settle()).rejects.toThrow("n'a pas pu mener une tâche à bien (internal)");
  expect(delivery.applied()).toBe(2);
  await expect(delivery.settle()).resolves.toBeUndefined();
});

/** A document whose record has this size. */
function weighing(megabytes: number): IndexedDocument {
  const texte = "vgh ".repeat((megabytes * 1e6) / 4);
  return { boiId: `BOI-A-${megabytes}`, domaine: "A", ...PLAIN, titre: "Phares", texte, hash: "h" };
}

test("a server that takes a task and hangs is given up as soon as one that answers nothing", async () => {
  const hanging = Bun.serve({
    port: 0,
    idleTimeout: 0,
    fetch: ({ method }) =>
      method === "GET"
        ? new Promise<Response>(() => {})
        : Response.json({ taskUid: 1, status: "enqueued" }, { status: 202 }),
  });
  const config = {
    url: hanging.url.href,
    key: "clef",
    index: "essai",
    keepsSettings: false,
    answerLimitMs: 100,
  };
  const client = connectToWrite(config);
  const { texts } = indexesOf(client, config.index);
  expect(await rejectionOf(createIndex(client, texts))).toBeInstanceOf(EngineUnavailable);
  await hanging.stop(true);
});
