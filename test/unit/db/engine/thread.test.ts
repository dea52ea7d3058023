import { afterEach, expect, test } from "bun:test";
import { MessageChannel, Worker } from "node:worker_threads";
import { AskedThread, Asker, type Ending, serveRequests } from "../../../../db/engine/thread.ts";
import { EngineUnavailable, StoreDamaged } from "../../../../db/engine/unavailable.ts";
import { rejectionOf } from "../../../rejection.ts";

let close = () => {};
afterEach(() => close());

function askerOf(work: (ms: number) => Promise<number>): Asker<number, number> {
  const { port1, port2 } = new MessageChannel();
  close = () => port1.close();
  serveRequests(work, undefined, port1);
  return new Asker(port2);
}

test("each request has its own answer, in whatever order they come", async () => {
  const answered: number[] = [];
  const asker = askerOf((ms) =>
    Bun.sleep(ms)
      .then(() => answered.push(ms))
      .then(() => ms),
  );
  expect(await Promise.all([60, 5, 30].map((ms) => asker.ask(ms)))).toEqual([60, 5, 30]);
  expect(answered).toEqual([5, 30, 60]);
});

test.each([
  new StoreDamaged("vectors", "Des vecteurs sont abîmés."),
  new EngineUnavailable("embeddings", "Le modèle est parti."),
])("a refusal keeps its class, its engine and its words between threads (%s)", async (refusal) => {
  const fault = await rejectionOf(askerOf(() => Promise.reject(refusal)).ask(0));
  expect(fault).toBeInstanceOf(refusal.constructor as typeof EngineUnavailable);
  expect(fault).toMatchObject({ name: refusal.name, engine: refusal.engine, message: refusal.message });
});

test("an unexpected error is told without its words", async () => {
  const asker = askerOf(() => Promise.reject(new Error("postgres://user:secret@host")));
  expect(String(await rejectionOf(asker.ask(0)))).not.toContain("secret");
});

test.each([
  ["error", "throw new Error('lost')"],
  ["exit", "process.exit(0)"],
] as const)("what a thread leaves unanswered by its %s is refused, once", async (ending, source) => {
  const ends: Ending[] = [];
  const worker = new Worker(`${source};`, { eval: true });
  const thread = new AskedThread<number, number>(worker, (how) => {
    ends.push(how);
    return new EngineUnavailable("sieste", "Le fil s'est arrêté.");
  });
  const asked = [thread.ask(1), thread.ask(2)].map(rejectionOf);
  expect(await Promise.all(asked)).toMatchObject([{ engine: "sieste" }, { engine: "sieste" }]);
  await thread.end();
  expect(ends).toEqual([ending]);
});
