import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readUsage } from "../../../db/keys/usage.ts";
import { openService, type TestService } from "../../servers/service.ts";

interface Hit {
  readonly boi_id: string;
  readonly extrait: string;
  readonly score: number;
  readonly domaine: string;
  readonly paragraphe: string | null;
}

interface Answer {
  readonly results?: readonly Hit[];
  readonly error?: { readonly code: string; readonly message: string };
}

const QUESTION = "Quelles réductions d'impôt pour un don à une association ?";

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService();
  key = await service.key("pro");
});
afterAll(() => service.close());

async function post(
  body: unknown,
  options: { key?: string; type?: string } = { key },
): Promise<[number, Answer, Response]> {
  const headers = new Headers({ "content-type": options.type ?? "application/json" });
  if (options.key !== undefined) headers.set("x-api-key", options.key);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const request = new Request("http://localhost/v1/search/semantic", { method: "POST", headers, body: text });
  const response = await service.app.handle(request);
  return [response.status, (await response.clone().json()) as Answer, response];
}

async function ask(body: object): Promise<readonly Hit[]> {
  const [status, { results }] = await post(body);
  expect(status).toBe(200);
  return results ?? [];
}

async function usage(ofKey: string): Promise<number | undefined> {
  return (await readUsage(service.database, ofKey.slice(0, 12)))?.utilise;
}

describe("a question", () => {
  test("is answered by ten documents, the nearest first, in the shape of a search hit", async () => {
    const results = await ask({ question: QUESTION });
    expect(results).toHaveLength(10);
    expect(Object.keys(results[0] ?? {}).sort()).toEqual(
      [
        "boi_id",
        "citation",
        "date_publication",
        "domaine",
        "edition",
        "extrait",
        "matiere",
        "page",
        "paragraphe",
        "score",
        "titre",
        "type",
        "url",
      ].sort(),
    );
    const scores = results.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((left, right) => right - left));
    expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
    expect(new Set(results.map(({ boi_id }) => boi_id)).size).toBe(10);
  });

  test("is answered by passages of some 400 characters, escaped, without marks", async () => {
    const results = await ask({ question: QUESTION, top_k: 50 });
    expect(Math.max(...results.map(({ extrait }) => extrait.length))).toBeGreaterThan(300);
    for (const { extrait } of results) {
      expect(extrait.length).toBeLessThan(440);
      expect(extrait).not.toMatch(/[<>\n]/);
    }
    expect(results.some(({ paragraphe }) => paragraphe !== null)).toBe(true);
  });

  test("gets as many documents as it asks for", async () => {
    expect(await ask({ question: QUESTION, top_k: 3 })).toHaveLength(3);
  });

  test("may keep to a series, in any case", async () => {
    const results = await ask({ question: QUESTION, domaine: "tva" });
    expect(new Set(results.map(({ domaine }) => domaine))).toEqual(new Set(["TVA"]));
    expect(await ask({ question: QUESTION, domaine: "ENR" })).toBeArray();
  });

  test("of stop words alone finds nothing, and that is an answer", async () => {
    expect(await ask({ question: "est-ce que le la les" })).toEqual([]);
  });

  test("is charged like a search", async () => {
    const own = await service.key("pro");
    const [, , response] = await post({ question: QUESTION }, { key: own });
    expect([await usage(own), response.headers.get("x-ratelimit-remaining")]).toEqual([1, "299"]);
  });
});

describe("a bad body is refused and named", () => {
  for (const [name, body, code, words] of [
    ["no question", {}, "invalid_parameter", "« question » est obligatoire"],
    ["a short question", { question: " ab " }, "invalid_parameter", "3 à 500 caractères"],
    ["a long question", { question: "é".repeat(501) }, "invalid_parameter", "3 à 500 caractères"],
    ["a question that is no text", { question: 12 }, "invalid_parameter", "« question »"],
    ["top_k of zero", { question: QUESTION, top_k: 0 }, "invalid_parameter", "entier de 1 à 50"],
    ["top_k too large", { question: QUESTION, top_k: 51 }, "invalid_parameter", "entier de 1 à 50"],
    ["top_k with a fraction", { question: QUESTION, top_k: 2.5 }, "invalid_parameter", "entier de 1 à 50"],
    ["top_k as a text", { question: QUESTION, top_k: "5" }, "invalid_parameter", "entier de 1 à 50"],
    ["top_k null", { question: QUESTION, top_k: null }, "invalid_parameter", "entier de 1 à 50"],
    [
      "an unknown series",
      { question: QUESTION, domaine: "XYZ" },
      "invalid_parameter",
      "l'un des domaines IS, IR",
    ],
    ["an unknown field", { question: QUESTION, topk: 5 }, "invalid_parameter", "vouliez-vous dire « top_k »"],
    [
      "a field that is none in JavaScript",
      `{"question":"impôt","__proto__":{}}`,
      "invalid_parameter",
      "« __proto__ » est inconnu",
    ],
    ["no JSON", "question", "invalid_body", "objet JSON"],
    ["a list", "[]", "invalid_body", "objet JSON"],
  ] as const) {
    test(name, async () => {
      const [status, { error }] = await post(body);
      expect([status, error?.code]).toEqual([400, code]);
      expect(error?.message).toContain(words);
    });
  }

  test("500 characters, counted by code points once trimmed, are taken", async () => {
    const [status] = await post({ question: `  ${"😀".repeat(500)}  ` });
    expect(status).toBe(200);
  });

  test("another media type", async () => {
    const [status, { error }] = await post({ question: QUESTION }, { key, type: "text/plain" });
    expect([status, error?.code]).toEqual([400, "invalid_body"]);
  });

  test("more than 64 KiB is 413", async () => {
    const [status, { error }] = await post({ question: "x".repeat(70_000) });
    expect([status, error?.code]).toEqual([413, "payload_too_large"]);
  });

  // Elysia's wording of the second took twenty seconds and all the memory.
  for (const [title, body] of [
    [
      "thousands of unknown fields",
      Object.fromEntries(Array.from({ length: 7000 }, (_, index) => [index, 1])),
    ],
    ["thousands of levels", `{"question":"impôt","x":${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
    ["thousands of lists", { question: QUESTION, top_k: Array.from({ length: 20_000 }, () => []) }],
  ] as const) {
    test(`${title} in 64 KiB are refused at once`, async () => {
      const startedAt = performance.now();
      const [status] = await post(body);
      expect(status).toBe(400);
      expect(performance.now() - startedAt).toBeLessThan(5_000);
    });
  }

  test("a parameter in the address", async () => {
    const request = new Request("http://localhost/v1/search/semantic?limit=2", {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ question: QUESTION }),
    });
    expect((await service.app.handle(request)).status).toBe(400);
  });
});

describe("the order of refusals", () => {
  test("a key is demanded before the body is read", async () => {
    for (const body of ["nul", "x".repeat(70_000)]) {
      const [status, { error }] = await post(body, {});
      expect([status, error?.code]).toEqual([401, "missing_api_key"]);
    }
  });

  test("a plan without semantic search is 403 before the parameters, counted in the minute, never charged", async () => {
    const free = await service.key("gratuit");
    for (const body of [{ question: QUESTION }, {}, "nul"]) {
      const [status, { error }] = await post(body, { key: free });
      expect([status, error?.code]).toEqual([403, "semantic_not_allowed"]);
      expect(error?.message).toContain("gratuit");
    }
    const [, , response] = await post({ question: QUESTION }, { key: free });
    expect([await usage(free), response.headers.get("x-ratelimit-remaining")]).toEqual([0, "56"]);
  });

  test("another method is 405, with the one that is allowed", async () => {
    const answer = await service.get("/v1/search/semantic", key);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "OPTIONS, POST"]);
  });
});

describe("a hybrid question", () => {
  const askHybrid = async (body: object) => {
    const headers = { "content-type": "application/json", "x-api-key": key };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const response = await service.get("/v1/search/hybride", key, init);
    return { status: response.status, body: (await response.json()) as Answer };
  };

  test("is answered by documents that say what they owe to its words and to its meaning", async () => {
    const { status, body } = await askHybrid({ question: QUESTION });
    expect(status).toBe(200);
    expect(body.results).toHaveLength(10);
    for (const hit of body.results ?? []) {
      expect(hit).toMatchObject({ scores: { sens: expect.any(Number) }, rangs: expect.anything() });
      expect(hit.score >= 0 && hit.score <= 1).toBe(true);
    }
    const scores = (body.results ?? []).map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((left, right) => right - left));
  });

  test("in everyday words finds what the doctrine calls otherwise", async () => {
    const { body } = await askHybrid({ question: "je paie une nounou", top_k: 3 });
    expect(body.results?.map(({ boi_id }) => boi_id)).toContain("BOI-IR-RICI-300");
  });

  test.each([
    // The part of the plan that contains them is a document of the same kind.
    [{ type: "rescrit" }, /^BOI-RES(-|$)/],
    [{ chemin: "IR/RICI" }, /^BOI-IR-RICI/],
    [{ matiere: "TVA" }, /^BOI-(TVA|RES-TVA)/],
    [{ article: "CGI:200 quater B" }, /^BOI-IR-RICI/],
    [{ norme: "loi-2007-1223" }, /^BOI-ENR-DMTG-10$/],
  ])("may keep to %o", async (filter, expected) => {
    const { status, body } = await askHybrid({ question: QUESTION, ...filter });
    expect(status).toBe(200);
    expect(body.results?.length).toBeGreaterThan(0);
    for (const { boi_id } of body.results ?? []) expect(boi_id).toMatch(expected);
  });

  test("may keep to a series", async () => {
    const { body } = await askHybrid({ question: QUESTION, domaine: "tva" });
    expect(new Set(body.results?.map(({ domaine }) => domaine))).toEqual(new Set(["TVA"]));
  });

  test("of stop words alone finds nothing, and that is an answer", async () => {
    expect((await askHybrid({ question: "est-ce que le la les" })).body.results).toEqual([]);
  });

  test.each([
    [{}, "« question » est obligatoire"],
    [{ question: QUESTION, top_k: 51 }, "entier de 1 à 50"],
    [{ question: QUESTION, limite: 5 }, "limite"],
  ])("with the body %o is refused and told why", async (body, words) => {
    const { status, body: answer } = await askHybrid(body);
    expect(status).toBe(400);
    expect(answer.error?.message).toContain(words);
  });

  test("is of the plans that include semantic search", async () => {
    const free = await service.key("gratuit");
    const init = { method: "POST", body: JSON.stringify({ question: QUESTION }) };
    const response = await service.get("/v1/search/hybride", free, {
      ...init,
      headers: { "content-type": "application/json" },
    });
    expect([response.status, ((await response.json()) as Answer).error?.code]).toEqual([
      403,
      "semantic_not_allowed",
    ]);
  });
});
