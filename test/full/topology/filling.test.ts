import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Subprocess } from "bun";
import { eventually } from "../../eventually.ts";
import { answer, type EmbeddingService, startEmbeddingService, vectorOf } from "../../servers/embeddings.ts";
import { describeTopology, openTopology, type Topology } from "../../servers/topology.ts";

const TIMEOUT_MS = 180_000;
const DIMENSIONS = 384;
const QUESTION = /^Question (\d+)/;

describeTopology("two workers and two API processes with an embeddings service", () => {
  let service: EmbeddingService;
  let topology: Topology;
  let key = "";
  let apis: string[] = [];
  let asked = 0;

  beforeAll(async () => {
    service = startEmbeddingService(0, DIMENSIONS);
    topology = await openTopology("sample", { EMBEDDINGS_URL: service.url, EMBEDDINGS_MODEL: "essai" });
    await topology.command("ingest/index.ts");
    apis = [(await topology.startApi()).url, (await topology.startApi()).url];
    const created = await topology.command("src/keys.ts", "create", "--name", "Essai", "--plan", "interne");
    key = /boi_\w{38}/.exec(created)?.[0] ?? "";
  }, TIMEOUT_MS);

  afterAll(async () => {
    await topology.close();
    await service.stop();
  }, TIMEOUT_MS);

  /** Asks each process a question that none has kept the answer of; gives how many of them the service was asked. */
  async function ask(): Promise<number> {
    const before = inputs().filter((text) => QUESTION.test(text)).length;
    for (const url of apis) {
      const body = JSON.stringify({ question: `Question ${asked++} : comment déclarer un don ?` });
      const headers = { "x-api-key": key, "content-type": "application/json" };
      const answered = await fetch(`${url}/v1/search/semantic`, { method: "POST", headers, body });
      expect(answered.status).toBe(200);
      expect(await answered.json()).toMatchObject({ results: expect.arrayContaining([expect.anything()]) });
    }
    return inputs().filter((text) => QUESTION.test(text)).length - before;
  }

  const inputs = () => service.requests.flatMap(({ input }) => input);
  const passages = () => inputs().filter((text) => text !== "impôt" && !QUESTION.test(text));

  async function kill(worker: Subprocess): Promise<void> {
    worker.kill("SIGKILL");
    await worker.exited;
  }

  test(
    "one worker fills while the corpus model answers; it is killed, the other goes on from there, then the service answers",
    async () => {
      expect(await ask()).toBe(0);
      const passed = () => (request: { readonly input: readonly string[] }) =>
        answer(request.input.map((text) => vectorOf(text, DIMENSIONS)));
      const held = Promise.withResolvers<void>();
      // The word that its dimensions are learnt from, then a whole batch; the next one never has its answer.
      service.mishaps.push(...Array.from({ length: 5 }, passed), () => {
        held.resolve();
        return new Promise<Response>(() => {});
      });
      const first = topology.startWorker();
      await held.promise;
      const second = topology.startWorker();
      expect(await ask()).toBe(0);
      // The second finds the lock taken, for as long as it looks.
      const before = passages().length;
      await Bun.sleep(5_000);
      expect(passages()).toHaveLength(before);
      await kill(first);
      await eventually(async () => expect(await ask()).toBe(2));
      const times = Map.groupBy(passages(), (text) => text);
      const twice = [...times.values()].filter((sent) => sent.length > 1).length;
      expect(times.size).toBeGreaterThan(128);
      // Those in the hands of the service when it was killed, at most.
      expect(twice).toBeLessThanOrEqual(128);
      expect(twice).toBeLessThan(times.size - 100);
      await kill(second);
    },
    TIMEOUT_MS,
  );
});
