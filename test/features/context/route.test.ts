import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { openService, type TestService } from "../../servers/service.ts";

const QUESTIONS = [
  "quel est le plafond du quotient familial ?",
  "quelles réductions d'impôt pour un don à une association ?",
  "barème de l'impôt",
];

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService();
  key = await service.key("interne");
});
afterAll(() => service.close());

const Element = z.object({
  boi_id: z.string(),
  titre: z.string(),
  numero: z.string().nullable(),
  section: z.array(z.string()),
  texte: z.string(),
  coupe: z.boolean(),
  edition: z.object({ date_debut: z.string(), certitude: z.string(), jour: z.string() }),
  empreinte: z.string(),
  citation: z.string(),
  page: z.string(),
  pourquoi: z.enum(["sens", "mots", "renvoi", "introduction"]),
  articles: z.array(z.object({ code: z.string(), article: z.string() })),
});
const Context = z.object({
  question: z.string(),
  couverture: z.object({ jusqu_au: z.string() }),
  budget: z.int(),
  employe: z.int(),
  omis: z.int(),
  elements: z.array(Element),
});

async function post(body: object, asker = key) {
  const answer = await service.get("/v1/contexte", asker, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { error, ...rest } = (await answer.json()) as { error?: { code: string; message: string } };
  return { status: answer.status, headers: answer.headers, error, body: rest };
}

async function ask(body: object) {
  return Context.parse((await post(body)).body);
}

test("a question gets whole § within the budget, and none twice", async () => {
  for (const question of QUESTIONS) {
    for (const budget of [500, 2_000, 12_000, 60_000]) {
      const { elements, employe } = await ask({ question, budget });
      expect(elements.length).toBeGreaterThan(0);
      expect(employe).toBe(elements.reduce((sum, { texte }) => sum + [...texte].length, 0));
      expect(employe).toBeLessThanOrEqual(budget);
      const names = elements.map(({ boi_id, numero }) => `${boi_id} ${numero}`);
      expect(new Set(names).size).toBe(names.length);
      expect(new Set(elements.map(({ empreinte }) => empreinte)).size).toBe(names.length);
    }
  }
});

/** The words that a fingerprint names. */
async function wordsOf({ boi_id, numero, empreinte }: z.infer<typeof Element>): Promise<string> {
  const path = numero === null ? "" : `/paragraphes/${numero}`;
  const answer = await service.get(`/v1/boi/${boi_id}${path}?empreinte=${empreinte}`, key);
  const { texte, contenu_texte } = z
    .object({ texte: z.string().optional(), contenu_texte: z.string().optional() })
    .parse(await answer.json());
  return texte ?? contenu_texte ?? "";
}

test.each([
  ["in force", {}],
  ["of a day", { date: "2025-07-01" }],
])("the fingerprint of each § %s, asked again, gives its words", async (_, day) => {
  for (const question of QUESTIONS) {
    const { elements } = await ask({ question, ...day });
    expect(elements.length).toBeGreaterThan(0);
    for (const element of elements)
      expect([element.coupe, element.texte]).toEqual([false, await wordsOf(element)]);
  }
});

test("a § that exceeds the budget alone is cut, and its fingerprint gives all of it", async () => {
  const { elements } = await ask({ question: "impôt sur le revenu", type: "rescrit", budget: 500 });
  const [first] = elements;
  expect(first?.coupe).toBe(true);
  const whole = first === undefined ? "" : await wordsOf(first);
  expect([whole.startsWith(first?.texte ?? "-"), [...whole].length > 500]).toEqual([true, true]);
});

test("the budget is 12,000 by default, and the same question gets the same answer, for one unit", async () => {
  const own = await service.key("pro");
  const first = await post({ question: QUESTIONS[0] }, own);
  const again = await post({ question: QUESTIONS[0], budget: 12_000 }, own);
  expect(Context.parse(first.body).budget).toBe(12_000);
  expect(again.body).toEqual(first.body);
  const remaining = ({ headers }: { headers: Headers }) =>
    Number(/"mois";r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);
  expect(remaining(first) - remaining(again)).toBe(1);
});

test("the filters of the search keep to some documents", async () => {
  const { elements } = await ask({ question: QUESTIONS[0], domaine: "TVA" });
  expect(elements.filter(({ pourquoi }) => pourquoi !== "renvoi").map(({ boi_id }) => boi_id)).toEqual(
    elements.filter(({ pourquoi }) => pourquoi !== "renvoi").map(() => expect.stringContaining("TVA")),
  );
});

test("packs of a question at two dates differ where the doctrine did", async () => {
  const question = "barème de l'impôt sur le revenu par part";
  const [before, now] = [await ask({ question, date: "2025-07-01" }), await ask({ question })];
  const words = ({ elements }: z.infer<typeof Context>) =>
    elements.find(({ boi_id, numero }) => boi_id === "BOI-IR-LIQ-20-10" && numero === "40");
  expect(words(before)?.edition).toMatchObject({ date_debut: "2025-04-14", jour: "2025-07-01" });
  expect(words(before)?.texte).not.toBe(words(now)?.texte);
});

describe("it refuses", () => {
  test.each([
    [{}, "« question » est obligatoire"],
    [{ question: "impôt", budget: 499 }, "un entier de 500 à 60000"],
    [{ question: "impôt", budget: 60_001 }, "un entier de 500 à 60000"],
    [{ question: "impôt", date: "2026-11-21" }, "« date »"],
    [{ question: "impôt", domaine: "XYZ" }, "l'un des domaines"],
    [{ question: "impôt", budjet: 600 }, "vouliez-vous dire « budget »"],
  ])("%j", async (body, words) => {
    const { status, error } = await post(body);
    expect([status, error?.code]).toEqual([400, "invalid_parameter"]);
    expect(error?.message).toContain(words);
  });

  test("a plan without semantic search", async () => {
    const { status } = await post({ question: QUESTIONS[0] }, await service.key("gratuit"));
    expect(status).toBe(403);
  });
});
