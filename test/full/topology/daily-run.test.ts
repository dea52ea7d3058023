import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../folders.ts";
import { describeTopology, openTopology, type Topology } from "../../servers/topology.ts";

const SAMPLE = join(import.meta.dir, "../../../ingest/sample");
const CLIENTS = 4;
const PAUSE_MS = 20;
const TIMEOUT_MS = 120_000;

/** What a daily run may do to an answer: replace it once. */
const DOCUMENTS = ["/v1/boi/BOI-IR-LIQ-20-10", "/v1/boi/BOI-IR-LIQ-10-10", "/v1/plan"];
const SEARCHES = ["/v1/search?q=plus-value", "/v1/suggest?q=quotient"];

/**
 * Answers without their coverage and observation days, which are only stored after the texts.
 */
function contentsOf(bodies: Iterable<string> = []): Set<string> {
  const told = /"(?:couverture|texte_observe)":\{[^}]*\}|"certitude\w*":"\w+"/g;
  return new Set(Array.from(bodies, (body) => body.replace(told, "")));
}

describeTopology("a worker beside two API processes", () => {
  let topology: Topology;
  let folder: string;
  let key = "";

  beforeAll(async () => {
    folder = temporaryFolder();
    topology = await openTopology(folder);
    copyFileSync(join(SAMPLE, "export-2026-03-02.jsonl"), join(folder, "mars.jsonl"));
    await topology.command("ingest/index.ts");
    const processes = [await topology.startApi(), await topology.startApi()];
    topology.proxy.replace(processes.map(({ url }) => url));
    const created = await topology.command("src/keys.ts", "create", "--name", "Essai", "--plan", "interne");
    key = /boi_\w{38}/.exec(created)?.[0] ?? "";
  }, TIMEOUT_MS);

  afterAll(() => topology.close(), TIMEOUT_MS);

  const get = (path: string) => fetch(`${topology.url}${path}`, { headers: { "x-api-key": key } });

  async function admin(path: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
    const headers = { authorization: `Bearer ${topology.adminToken}`, "content-type": "application/json" };
    const answer = await fetch(`${topology.url}${path}`, { ...init, headers });
    const body: unknown = await answer.json();
    if (typeof body !== "object" || body === null) throw new Error("a JSON object was expected");
    return { ...body };
  }

  test(
    "a run asked for through the API is executed by the worker, and readers see the old state or the new one",
    async () => {
      const seen = new Map<string, Set<string>>([...DOCUMENTS, ...SEARCHES].map((path) => [path, new Set()]));
      const statuses = new Set<number>();
      let emptySearches = 0;
      let isOver = false;
      const client = async () => {
        while (!isOver) {
          for (const path of seen.keys()) {
            const answer = await get(path);
            const body = await answer.text();
            statuses.add(answer.status);
            seen.get(path)?.add(body);
            if (SEARCHES.includes(path) && /"(results|suggestions)":\[\]/.test(body)) emptySearches += 1;
            await Bun.sleep(PAUSE_MS);
          }
        }
      };
      const load = Promise.all(Array.from({ length: CLIENTS }, client));
      topology.startWorker();
      copyFileSync(join(SAMPLE, "export-2026-09-14.jsonl"), join(folder, "septembre.jsonl"));
      const { id } = await admin("/admin/ingest", {
        method: "POST",
        body: JSON.stringify({ source: folder }),
      });
      let status: unknown = null;
      for (const start = Date.now(); status !== "succeeded" && Date.now() - start < TIMEOUT_MS / 2; ) {
        await Bun.sleep(100);
        const run = await admin(`/admin/runs/${id}`);
        status = run["status"] ?? run["statut"];
        if (status === "failed") throw new Error(JSON.stringify(run));
      }
      // What processes keep of the corpus follows within seconds.
      await Bun.sleep(2000);
      isOver = true;
      await load;
      expect(status).toBe("succeeded");
      expect([...statuses]).toEqual([200]);
      expect(emptySearches).toBe(0);
      for (const path of DOCUMENTS) expect(contentsOf(seen.get(path)).size).toBeLessThanOrEqual(2);
      expect(contentsOf(seen.get("/v1/boi/BOI-IR-LIQ-20-10")).size).toBe(2);
      // A new text may be read before the new coverage, an old text never after it.
      for (const path of DOCUMENTS) {
        const last = [...(seen.get(path) ?? [])].filter((body) => body.includes('"jusqu_au":"2026-09-14"'));
        expect(contentsOf(last).size).toBe(1);
      }
    },
    TIMEOUT_MS,
  );
});
