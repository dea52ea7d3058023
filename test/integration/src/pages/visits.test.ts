/** However many visits come at once, they share the process with the calls of keys, and each has its end. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { MOST_OF_ONE, MOST_WAITING } from "../../../../src/access/visit-turns.ts";
import { eventually } from "../../../eventually.ts";
import { fakeFullText } from "../../../fixtures/fulltext.ts";
import { exchangeRaw } from "../../../raw-socket.ts";
import { openService, type TestService } from "../../../servers/service.ts";

const VISITS = 300;
const NOTHING = { total: 0, hits: [] };

let service: TestService;
let key: string;
/** What each search does before it finds nothing. */
let meanwhile: () => Promise<void> = async () => {};
let searches = 0;

beforeAll(async () => {
  const search = async () => {
    searches += 1;
    await meanwhile();
    searches -= 1;
    return NOTHING;
  };
  service = await openService("sample", {}, { fulltext: fakeFullText({ search }) });
  key = await service.key("gratuit");
});
afterAll(() => service.close());

/** A search of the pages, in the syntax that asks the full-text engine alone; no two are the same. */
const visit = (rank: number, init: RequestInit = {}) => service.get(`/?q=%22mot+${rank}%22`, undefined, init);

test("three hundred at once are worked on a few at a time, wait or are refused at once, and a key is answered", async () => {
  const gate = Promise.withResolvers<void>();
  meanwhile = () => gate.promise;
  const refused: Response[] = [];
  const visits = Array.from({ length: VISITS }, async (_, rank) => {
    const answer = await visit(rank);
    if (answer.status === 429) refused.push(answer);
    return answer.status;
  });
  await eventually(async () => expect(searches).toBe(MOST_OF_ONE));
  await eventually(async () => expect(refused).toHaveLength(VISITS - MOST_OF_ONE - MOST_WAITING));
  expect(refused[0]?.headers.get("retry-after")).toBe("5");
  expect(await refused[0]?.text()).toContain("<h1>Trop de demandes</h1>");
  expect((await service.get("/v1/plan", key)).status).toBe(200);
  expect(searches).toBe(MOST_OF_ONE);
  gate.resolve();
  const answered = (await Promise.all(visits)).filter((status) => status === 200);
  expect(answered).toHaveLength(MOST_OF_ONE + MOST_WAITING);
});

describe("a turn is given back, twenty times over, by", () => {
  const left = new AbortController();
  left.abort();
  test.each([
    ["a page", "/plan", {}, 200],
    ["a page of nothing", "/consultation/BOI-XX", {}, 404],
    ["a refused address", "/plan?x=%ff", {}, 400],
    ["a redirection", "/consultation/BOI-IR-LIQ-20-10/2026-07-01", {}, 303],
    ["a request for the headers alone", "/plan", { method: "HEAD" }, 200],
    ["a page that is the one held", "/plan", { headers: { "if-none-match": "*" } }, 304],
    ["a client that left", "/plan", { signal: left.signal }, 200],
  ] as const)("%s", async (_, path, init, expected) => {
    for (let rank = 0; rank < 20; rank += 1)
      expect((await service.get(path, undefined, init)).status).toBe(expected);
  });

  test("clients that leave while their page is made, or while they wait", async () => {
    const gate = Promise.withResolvers<void>();
    meanwhile = () => gate.promise;
    const { server } = service.app.listen({ port: 0, hostname: "127.0.0.1" });
    const leaving = new AbortController();
    const visits = Array.from({ length: 20 }, (_, rank) =>
      fetch(`${server?.url.origin}/?q=%22mot+${3_000 + rank}%22`, { signal: leaving.signal }),
    );
    await eventually(async () => expect(searches).toBe(MOST_OF_ONE));
    leaving.abort();
    await Promise.allSettled(visits);
    gate.resolve();
    meanwhile = async () => {};
    expect((await fetch(`${server?.url.origin}/plan`)).status).toBe(200);
    await server?.stop(true);
  });

  test("a fault of ours", async () => {
    meanwhile = () => Promise.reject(new Error("de passage"));
    for (let rank = 0; rank < 20; rank += 1) expect((await visit(1_000 + rank)).status).toBe(500);
    meanwhile = async () => {};
    expect((await visit(2_000)).status).toBe(200);
  });
});

describe("a form whose end does not come", () => {
  const unfinished = [
    "POST /compte/connexion HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Length: 1000\r\n\r\ncle=",
  ];
  test("takes no turn of the pages, and is refused in four seconds", async () => {
    const { server } = service.app.listen({ port: 0, hostname: "127.0.0.1" });
    const port = server?.port ?? 0;
    const forms = Array.from({ length: 40 }, () => exchangeRaw(port, unfinished, { limitMs: 5_500 }));
    await Bun.sleep(500);
    const startedAt = performance.now();
    expect((await fetch(`${server?.url.origin}/plan`)).status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    for (const { status, received } of await Promise.all(forms)) {
      expect(status).toBe(400);
      expect(received).toContain("pas arrivé en entier en 4 secondes");
    }
    await server?.stop(true);
  }, 15_000);
});
