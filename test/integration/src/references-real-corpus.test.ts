import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { connectHttp } from "./mcp/client.ts";
import { openService, type TestService } from "./service.ts";

setDefaultTimeout(600_000);

const SHARED = join(import.meta.dir, "../../../../shared");
const CASES = join(SHARED, "cases/public-4.jsonl");
const SOURCES = ["bofip-vigueur.jsonl.gz", "bofip_stock_live_20260521.tgz"];
const KIND = "permalien ou PGP : aucune route ne mène au document";

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly route: string;
  readonly request: string | Readonly<Record<string, string>>;
  readonly expected: string;
}

const isSkipped = !existsSync(CASES) || !existsSync(join(SHARED, "corpus"));
const reason = isSkipped ? " (skipped: ../shared is absent)" : "";
const cases: readonly Case[] = isSkipped
  ? []
  : (await Bun.file(CASES).text())
      .trim()
      .split("\n")
      .map((line): Case => JSON.parse(line))
      .filter(({ kind }) => kind === KIND);

describe.skipIf(isSkipped)(`permalinks and PGP numbers of the real corpus${reason}`, () => {
  let service: TestService;
  let key = "";

  beforeAll(async () => {
    service = await openService(null);
    for (const source of SOURCES) await service.ingest(join(SHARED, "corpus", source), true);
    key = await service.key("interne");
  });
  afterAll(() => service.close());

  /** What the service answers, as one text. */
  async function ask({ route, request }: Case): Promise<string> {
    if (route.startsWith("MCP ")) {
      const listening = Bun.serve({ port: 0, fetch: (asked) => service.app.handle(asked) });
      const { client, call } = await connectHttp(listening.url.href, key);
      const { data } = await call(route.slice("MCP ".length), Object(request));
      await client.close();
      await listening.stop(true);
      return JSON.stringify(data);
    }
    const [method = "", path = ""] = route.split(" ");
    if (method === "POST") {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify(request);
      return await (await service.get(path, key, { method, headers, body })).text();
    }
    const address = typeof request === "string" ? request : `${path}?${new URLSearchParams(request)}`;
    const answer = await service.get(address, key);
    return `${answer.status} ${answer.headers.get("location") ?? ""} ${await answer.text()}`;
  }

  /** The first document that an answer names, or the address that it leads to. */
  const firstOf = (answer: string) => /BOI-[A-Z\d-]+(?:\/\d{4}-\d\d-\d\d)?/.exec(answer)?.[0] ?? null;

  test("are the cases that the set has", () => {
    expect(cases.length).toBeGreaterThan(0);
  });

  test.each(cases.map((each) => [each.id, each.expected, each] as const))("%s: %s", async (_id, _, each) => {
    const answer = await ask(each);
    const expected = firstOf(each.expected);
    if (expected === null) expect(answer).toContain('"date_debut":"2024-01-18"');
    else if (answer.startsWith("400 ")) expect(answer).toContain(`"boi_id":"${expected}"`);
    else expect(firstOf(answer.replace(/^.*?"results":/s, ""))).toBe(expected);
  });
});
