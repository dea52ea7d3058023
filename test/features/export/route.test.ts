import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { MAX_EXPORTS } from "../../../src/features/export/service.ts";
import { ATTRIBUTION } from "../../../src/http/attribution.ts";
import { openService, type TestService } from "../../servers/service.ts";

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService();
  key = await service.key("interne");
});
afterAll(() => service.close());

type Line = Readonly<Record<string, unknown>>;

async function exported(query = "", headers: Record<string, string> = {}): Promise<Line[]> {
  const answer = await service.get(`/v1/export${query}`, key, { headers });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/x-ndjson"]);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const text = Buffer.from(headers["accept-encoding"] === undefined ? bytes : Bun.gunzipSync(bytes));
  return text
    .toString()
    .trimEnd()
    .split("\n")
    .map((line): Line => JSON.parse(line));
}

describe("an export", () => {
  test("says where it begins, gives every document in force by identifier, and says how it ends", async () => {
    const [first, ...rest] = await exported();
    const last = rest.pop();
    expect(first).toEqual({
      revision: expect.any(Number),
      derivation: expect.any(Number),
      sequence: expect.any(Number),
      total: 62,
      couverture: { jusqu_au: "2026-09-14" },
      source: ATTRIBUTION,
    });
    expect(last).toMatchObject({ fin: true, documents: 62, suivant: null });
    const ids = rest.map((document) => String(document["boi_id"]));
    expect(ids).toEqual(ids.toSorted());
    expect(rest).toHaveLength(62);
    const {
      source: _,
      couverture: __,
      couverture_droit: ___,
      ...document
    } = Object(await (await service.get("/v1/boi/BOI-IR-LIQ-20-10", key)).json());
    expect(rest.find((line) => line["boi_id"] === "BOI-IR-LIQ-20-10")).toEqual({
      ...document,
      // What follows the day is not in the export.
      articles: document.articles.map(
        ({ droit: _, modifie_depuis: __, ...cited }: object & Record<string, unknown>) => cited,
      ),
    });
  });

  test("begins where the journal ends", async () => {
    const [first] = await exported("?limit=1");
    const journal = Object(await (await service.get("/v1/journal?limit=1000", key)).json());
    expect(first).toMatchObject({ sequence: journal.dernier, derivation: journal.derivation });
  });

  test("goes on page after page", async () => {
    const ids: unknown[] = [];
    let next = "";
    for (let pages = 0; pages < 4; pages += 1) {
      const lines = await exported(`?limit=25${next === "" ? "" : `&apres=${next}`}`);
      ids.push(...lines.slice(1, -1).map((line) => line["boi_id"]));
      const { suivant } = Object(lines.at(-1));
      if (suivant === null) break;
      expect(suivant).toBe(ids.at(-1));
      next = suivant;
    }
    expect(ids).toEqual((await exported()).slice(1, -1).map((line) => line["boi_id"]));
  });

  test("of as many documents as there are is the last page", async () => {
    expect((await exported("?limit=62")).at(-1)).toMatchObject({ documents: 62, suivant: null });
    expect((await exported("?limit=61")).at(-1)).toMatchObject({
      documents: 61,
      suivant: expect.any(String),
    });
  });

  test("of everything gives past editions too, page after page, and takes back what it gave", async () => {
    const [first, ...lines] = await exported("?perimetre=tous");
    expect(first).toMatchObject({ total: lines.length - 1 });
    expect(lines.length - 1).toBeGreaterThan(62);
    expect(lines.filter((line) => line["boi_id"] === "BOI-IR-LIQ-20-10").length).toBeGreaterThan(1);
    const [, , { suivant = "" } = {}] = await exported("?perimetre=tous&limit=1");
    const next = await exported(`?perimetre=tous&limit=1&apres=${suivant}`);
    expect(next[1]).toEqual(lines[1] ?? {});
  });

  test.each([
    ["perimetre=retires", "en_vigueur, tous"],
    ["apres=BOI-IR_2024", "« suivant »"],
    ["perimetre=tous&apres=42", "« suivant »"],
  ])("refuses %s, for nothing", async (query, words) => {
    const answer = await service.get(`/v1/export?${query}`, key);
    const { error } = Object(await answer.json());
    expect([answer.status, error.message]).toEqual([400, expect.stringContaining(words)]);
  });

  test("is compressed for who takes gzip", async () => {
    expect(await exported("?limit=5", { "accept-encoding": "gzip" })).toEqual(await exported("?limit=5"));
  });

  test("is kept nowhere", async () => {
    const answer = await service.get("/v1/export?limit=1", key);
    expect([answer.headers.get("cache-control"), answer.headers.get("etag")]).toEqual(["no-store", null]);
    await answer.text();
  });

  test("answers HEAD with its headers alone", async () => {
    const answer = await service.get("/v1/export", key, { method: "HEAD" });
    expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
      200,
      "application/x-ndjson",
      "",
    ]);
  });

  test("is refused, for nothing, while the key has another one", async () => {
    const free = await service.key("gratuit");
    const first = await service.get("/v1/export", free);
    const second = await service.get("/v1/export", free);
    expect([second.status, second.headers.get("retry-after")]).toEqual([429, "5"]);
    expect(Object(await second.json()).error).toMatchObject({
      code: "rate_limited",
      message: expect.stringContaining("Un export est déjà en cours avec cette clé"),
    });
    await first.body?.cancel();
    const account = Object(await (await service.get("/v1/compte", free)).json());
    // The one that its client left is charged.
    expect(account.mois.utilise).toBe(1);
    const third = await service.get("/v1/export?limit=1", free);
    expect(third.status).toBe(200);
    await third.text();
  });

  test("is refused beyond four in a process, and accepted again when one ends", async () => {
    const keys = await Promise.all(Array.from({ length: MAX_EXPORTS + 1 }, () => service.key("interne")));
    const [fifth = "", ...others] = keys;
    const streams = await Promise.all(others.map((other) => service.get("/v1/export", other)));
    const refused = await service.get("/v1/export", fifth);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
    await streams[0]?.text();
    expect((await service.get("/v1/export?limit=1", fifth)).status).toBe(200);
    await Promise.all(streams.slice(1).map((answer) => answer.body?.cancel()));
  });
});
