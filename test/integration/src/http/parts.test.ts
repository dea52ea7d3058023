import { describe, expect, test } from "bun:test";
import { BlockList } from "node:net";
import { AttemptLimiter } from "../../../../src/access/attempt-limiter.ts";
import { limitHeaders } from "../../../../src/access/rate-limit.ts";
import { checkAddress, clientAddressBehind } from "../../../../src/http/connections.ts";
import { ApiError } from "../../../../src/http/errors/api-error.ts";
import { etagOf, isUnchanged, sendable } from "../../../../src/http/response/body.ts";
import { TimedCache } from "../../../../src/http/response/kept-bodies.ts";

describe("an ETag", () => {
  const etag = etagOf('{"a":1}');
  test("is strong and follows the bytes of the body", () => {
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect(etagOf('{"a":2}')).not.toBe(etag);
  });
  for (const [header, expected] of [
    [null, false],
    [etag, true],
    [`"x", ${etag}`, true],
    [`W/${etag}`, true],
    ["*", true],
    ['"x"', false],
    ["", false],
  ] as const) {
    test(`If-None-Match ${header} ${expected ? "spares" : "does not spare"} the body`, () => {
      const headers: Record<string, string> = header === null ? {} : { "if-none-match": header };
      const request = new Request("http://localhost/", { headers });
      expect(isUnchanged(request, { etag, modified: null })).toBe(expected);
    });
  }
});

describe("the client's address", () => {
  const proxies = new BlockList();
  proxies.addSubnet("10.0.0.0", 8, "ipv4");
  const address = clientAddressBehind(proxies);
  for (const [peer, forwarded, expected] of [
    ["192.0.2.1", null, "192.0.2.1"],
    ["192.0.2.1", "203.0.113.9", null],
    ["10.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["::ffff:10.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["10.0.0.1", "198.51.100.7, 203.0.113.9", "203.0.113.9"],
    ["10.0.0.1", "198.51.100.7, 203.0.113.9, 10.0.0.2", "203.0.113.9"],
    ["10.0.0.1", "198.51.100.7, 203.0.113.9:50312, 10.0.0.2:443", "203.0.113.9"],
    ["10.0.0.1", "[2001:db8::9]:443", "2001:db8::9"],
    ["10.0.0.1", "[2001:db8::9]", "2001:db8::9"],
    ["10.0.0.1", "2001:db8::9", "2001:db8::9"],
    ["10.0.0.1", "::ffff:203.0.113.9", "203.0.113.9"],
    ["10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    ["10.0.0.1", "pas une adresse", null],
    ["10.0.0.1", "203.0.113.9, unknown", null],
    ["10.0.0.1", "unknown, 203.0.113.9", "203.0.113.9"],
    ["10.0.0.1", "203.0.113.9:", null],
    ["10.0.0.1", "[203.0.113.9]:80", null],
    ["10.0.0.1", "", null],
    ["10.0.0.1", null, "10.0.0.1"],
  ] as const) {
    test(`${peer} forwarding ${forwarded} speaks for ${expected ?? "nobody"}`, () => {
      const request = new Request("http://localhost/", {
        headers: forwarded === null ? {} : { "x-forwarded-for": forwarded },
      });
      expect(address(request, { requestIP: () => ({ address: peer }) })).toBe(expected);
    });
  }
});

test("a forwarding that can't be believed is warned of once, whoever sends it", () => {
  const warnings: string[] = [];
  const proxies = new BlockList();
  proxies.addAddress("10.0.0.1");
  const address = clientAddressBehind(proxies, (message) => warnings.push(message));
  const ask = (peer: string, forwarded: string) =>
    address(new Request("http://localhost/", { headers: { "x-forwarded-for": forwarded } }), {
      requestIP: () => ({ address: peer }),
    });
  for (const peer of ["192.0.2.1", "192.0.2.2", "10.0.0.1", "10.0.0.1"]) ask(peer, "inconnu");
  expect(warnings).toEqual([
    expect.stringContaining("TRUST_PROXY does not name"),
    expect.stringContaining("something else than an address"),
  ]);
});

describe("wrong keys", () => {
  test("those of nobody's address block nobody", () => {
    const attempts = new AttemptLimiter(1, () => 0);
    for (let count = 0; count < 3; count++) attempts.record(null);
    expect(attempts.isBlocked(null)).toBe(false);
  });
  test("the seconds left end with the clock's period", () => {
    let nowMs = 60_000;
    const attempts = new AttemptLimiter(1, () => nowMs);
    const left = [60_000, 60_001, 119_000, 119_999].map((instant) => {
      nowMs = instant;
      return attempts.secondsLeft();
    });
    expect(left).toEqual([60, 60, 1, 1]);
  });
  test("sixty in a minute block their address until the next minute, and no other address", () => {
    let nowMs = 0;
    const attempts = new AttemptLimiter(undefined, () => nowMs);
    for (let count = 0; count < 59; count++) attempts.record("192.0.2.1");
    expect(attempts.isBlocked("192.0.2.1")).toBe(false);
    attempts.record("192.0.2.1");
    expect(attempts.isBlocked("192.0.2.1")).toBe(true);
    expect(attempts.isBlocked("192.0.2.2")).toBe(false);
    nowMs = 60_000;
    expect(attempts.isBlocked("192.0.2.1")).toBe(false);
  });
});

describe("addresses of one network", () => {
  for (const [first, second, areOne] of [
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true],
    ["2001:db8:1:2::1", "2001:0DB8:0001:0002::1", true],
    ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
    ["::1", "0:0:0:0:0:0:0:1", true],
    ["fe80::1%eth0", "fe80::2", true],
    ["192.0.2.1", "192.0.2.2", false],
  ] as const) {
    test(`wrong keys from ${first} ${areOne ? "block" : "do not block"} ${second}`, () => {
      const attempts = new AttemptLimiter(1, () => 0);
      attempts.record(first);
      expect(attempts.isBlocked(second)).toBe(areOne);
    });
  }
});

describe("a timed cache", () => {
  test("loads once for those who ask together, and again when the entry is old", async () => {
    let nowMs = 5_000;
    let loads = 0;
    const cache = new TimedCache<string, number>(1000, 10, () => nowMs);
    const load = async () => ++loads;
    expect(await Promise.all([cache.get("a", load), cache.get("a", load)])).toEqual([1, 1]);
    nowMs = 5_999;
    expect(await cache.get("a", load)).toBe(1);
    nowMs = 6_001;
    expect(await cache.get("a", load)).toBe(2);
  });
  test("without a lifetime, loads for each who asks", async () => {
    let loads = 0;
    const cache = new TimedCache<string, number>(0, 10, () => 5_000);
    const load = async () => ++loads;
    expect([await cache.get("a", load), await cache.get("a", load)]).toEqual([1, 2]);
  });
  test("forgets a failed load and drops what was not asked for the longest when full", async () => {
    const cache = new TimedCache<string, string>(1000, 2, () => 5_000);
    await expect(cache.get("a", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
    for (const key of ["a", "b", "a", "c"]) await cache.get(key, async () => "first");
    expect(await cache.get("a", async () => "second")).toBe("first");
    expect(await cache.get("b", async () => "second")).toBe("second");
  });
});

describe("an address", () => {
  for (const url of [
    "http://localhost/v1/search?q=a%20b&limit=2",
    "http://localhost/v1/plan/IR%2FLIQ",
    "http://localhost/?q=a+b",
  ]) {
    test(`${url} is well formed`, () => expect(() => checkAddress(url)).not.toThrow());
  }
  for (const url of [
    "http://localhost/?q=%zz",
    "http://localhost/?q=%ff",
    "http://localhost/v1/plan/%zz",
    "http://localhost/?q=a&q=b",
    "http://localhost/?q=a&%71=b",
  ]) {
    test(`${url} is refused`, () => expect(() => checkAddress(url)).toThrow(ApiError));
  }
});

describe("the headers of the limits", () => {
  const at = new Date("2026-02-28T23:59:50Z");
  const admission = {
    at,
    minuteLimit: 60,
    minuteRemaining: 12,
  } as const;
  test("tell the minute and the month", () => {
    expect(limitHeaders({ ...admission, monthlyQuota: 1000, monthRemaining: 874 })).toEqual({
      "ratelimit-policy": '"minute";q=60;w=60, "mois";q=1000',
      ratelimit: '"minute";r=12;t=10, "mois";r=874;t=10',
      "x-ratelimit-limit": "60",
      "x-ratelimit-remaining": "12",
      "x-ratelimit-reset": "10",
    });
  });
  test("leave the month out for a plan without quota", () => {
    expect(limitHeaders({ ...admission, monthlyQuota: null, monthRemaining: null })["ratelimit-policy"]).toBe(
      '"minute";q=60;w=60',
    );
  });
});

describe("a body that is sent", () => {
  test.each([0, 1, 14_336])("of %d bytes goes as it is", (length) => {
    const bytes = Buffer.alloc(length, "é");
    expect(sendable(bytes)).toBe(bytes);
  });

  test.each([14_337, 500_000])("of %d bytes goes as a stream of the same bytes", async (length) => {
    const bytes = Buffer.alloc(length, "é");
    const sent = sendable(bytes);
    expect(sent).toBeInstanceOf(ReadableStream);
    expect(Buffer.from(await new Response(sent).arrayBuffer()).equals(bytes)).toBe(true);
  });

  test("leaves whole through a socket, whatever its length, and a HEAD has none", async () => {
    const lengths = [10, 14_336, 14_337, 200_000];
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch(request) {
        await Bun.sleep(1);
        const length = Number(new URL(request.url).pathname.slice(1));
        return new Response(sendable(Buffer.alloc(length, "é")));
      },
    });
    try {
      for (const length of lengths) {
        const answer = await fetch(`${server.url}${length}`);
        expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.alloc(length, "é"))).toBe(true);
        const head = await fetch(`${server.url}${length}`, { method: "HEAD" });
        expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 0]);
      }
    } finally {
      await server.stop(true);
    }
  });
});
