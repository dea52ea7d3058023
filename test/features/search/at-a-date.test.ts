import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { SearchPage } from "../../../src/features/search/answer.ts";
import { openService, type TestService } from "../../servers/service.ts";

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService();
  key = await service.key("interne");
});
afterAll(() => service.close());

async function search(parameters: Record<string, string>) {
  const answer = await service.get(`/v1/search?${new URLSearchParams(parameters)}`, key);
  const page = (await answer.json()) as SearchPage & { error?: { code: string; message: string } };
  return { status: answer.status, ...page };
}
const idsOf = ({ results }: SearchPage) => results.map(({ boi_id }) => boi_id);

describe("a search at a date", () => {
  test("shows the edition of that day, with its interval, its citation and its page", async () => {
    const { results } = await search({ q: "BOI-IR-LIQ-20-10", date: "2026-06-21" });
    expect(results[0]).toMatchObject({
      boi_id: "BOI-IR-LIQ-20-10",
      date_publication: "2025-04-14",
      edition: { date_debut: "2025-04-14", date_fin: "2026-06-22", certitude: "presumee" },
      citation: expect.stringContaining("version du 14 avril 2025"),
      page: expect.stringContaining("/consultation/BOI-IR-LIQ-20-10/2025-04-14"),
    });
  });

  test("finds the words of that day's edition, and those of no other", async () => {
    const found = async (q: string, date: string) =>
      idsOf(await search({ q, date })).includes("BOI-IR-LIQ-20-10");
    expect(await found("atténuer", "2026-06-21")).toBe(false);
    expect(await found("atténuer", "2026-06-22")).toBe(true);
    const { results } = await search({ q: "BOI-IR-LIQ-20-10 atténuer" });
    expect(results.every(({ edition }) => edition.date_fin === null)).toBe(true);
  });

  test("finds a document withdrawn since, under filters, and counts its values", async () => {
    const asked = { q: "impôt", date: "2026-03-02", chemin: "IR/RICI/350", facettes: "true" };
    const { total, results, facettes } = await search(asked);
    expect([total, results[0]?.boi_id, results[0]?.edition.date_fin]).toEqual([
      1,
      "BOI-IR-RICI-350",
      "2026-09-14",
    ]);
    expect(facettes?.domaine).toEqual([{ code: "IR", documents: 1 }]);
    expect((await search({ q: "impôt", chemin: "IR/RICI/350" })).total).toBe(0);
  });

  test("says how many documents are not held that far, and nothing of today's", async () => {
    const before = await search({ q: "impôt", date: "2024-03-11" });
    const sql = service.store.database.$client;
    const [row] = await sql<{ later: number }[]>`
      select count(*)::int as later from (
        select min(debut_de_validite) as first from editions where kind = 'contenu' group by boi_id) held
      where first > '2024-03-11'`;
    expect(before.editions_non_detenues).toBe(row?.later ?? 0);
    expect(before.avertissements?.[0]).toMatchObject({
      code: "date_partielle",
      documents: row?.later ?? 0,
      message: expect.stringContaining("11 mars 2024"),
    });
    const last = await search({ q: "impôt", date: "2026-09-15" });
    expect(last).toMatchObject({ editions_non_detenues: 0 });
    expect((last.avertissements ?? []).map(({ code }) => code)).not.toContain("date_partielle");
    expect(await search({ q: "impôt" })).not.toHaveProperty("editions_non_detenues");
  });

  test("offers a question to the hybrid search of that day", async () => {
    const { avertissements = [] } = await search({
      q: "comment calculer mon impôt zzz ?",
      date: "2026-06-21",
    });
    const question = avertissements.find(({ code }) => code === "question");
    expect(question?.requete?.corps).toEqual({
      question: "comment calculer mon impôt zzz ?",
      date: "2026-06-21",
    });
  });

  test.each([
    ["a day to come", { date: "2199-01-01" }, "n'est pas dans le futur"],
    ["a day that does not exist", { date: "2025-02-30" }, "une date AAAA-MM-JJ"],
    ["an unknown statut", { statut: "retire" }, "l'une des valeurs tous"],
    ["both", { date: "2025-01-01", statut: "tous" }, "s'excluent"],
  ])("is refused for %s", async (_, asked, words) => {
    const { status, error } = await search({ q: "impôt", ...asked });
    expect([status, error?.code]).toEqual([400, "invalid_parameter"]);
    expect(error?.message).toContain(words);
  });
});

describe.each(["hybride", "semantic"])("a search by meaning at a date (%s)", (path) => {
  async function ask(body: object) {
    const answer = await service.get(`/v1/search/${path}`, key, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ question: "réduction d'impôt pour un don à une association", ...body }),
    });
    const page = (await answer.json()) as SearchPage & { error?: { code: string } };
    return { status: answer.status, ...page };
  }
  const isIn = (day: string, { date_debut, date_fin }: SearchPage["results"][number]["edition"]) =>
    date_debut <= day && (date_fin === null || day < date_fin);

  test("shows the editions of that day, one a document, as many as are asked for", async () => {
    const { results, editions_non_detenues } = await ask({ date: "2026-06-21", top_k: 50, domaine: "IR" });
    expect(new Set(idsOf({ results, total: 0 })).size).toBe(results.length);
    expect(results.filter(({ edition }) => !isIn("2026-06-21", edition))).toEqual([]);
    expect(results.some(({ edition }) => edition.date_fin !== null)).toBe(true);
    expect(editions_non_detenues).toBe(
      (await search({ q: "impôt", date: "2026-06-21" })).editions_non_detenues,
    );
  });

  test("finds a document withdrawn since, which today's does not", async () => {
    const isFound = async (date: object) =>
      idsOf({ ...(await ask({ ...date, top_k: 50, domaine: "IR" })), total: 0 }).includes("BOI-IR-RICI-350");
    const question = { question: "BOI-IR-RICI-350 réduction d'impôt", date: "2026-03-02", top_k: 50 };
    const { results } = await ask({ ...question, domaine: "IR" });
    const withdrawn = results.find(({ boi_id }) => boi_id === "BOI-IR-RICI-350");
    expect(withdrawn?.edition.date_fin).toBe("2026-09-14");
    expect(await isFound({})).toBe(false);
  });

  test("warns of what is not held that far, and of past texts without vectors", async () => {
    const codes = async () => (await ask({ date: "2024-03-11" })).avertissements?.map(({ code }) => code);
    expect(await codes()).toEqual(["date_partielle"]);
    const sql = service.store.database.$client;
    await sql`update past_fillings set lacking = 7`;
    const { avertissements } = await ask({ date: "2024-03-12" });
    await sql`update past_fillings set lacking = 0`;
    expect(avertissements?.at(-1)).toMatchObject({
      code: "index_en_retard",
      documents: 7,
      message: expect.stringContaining("7 textes passés"),
    });
    expect(await ask({})).not.toHaveProperty("avertissements");
  });

  test("is refused for a day to come", async () => {
    expect(await ask({ date: "2199-01-01" })).toMatchObject({
      status: 400,
      error: { code: "invalid_parameter" },
    });
  });
});

test("the filters of the hybrid search are those of that day's editions", async () => {
  const body = { question: "impôt", article: "CGI:197", date: "2026-06-21", top_k: 50 };
  const answer = await service.get("/v1/search/hybride", key, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const found = idsOf((await answer.json()) as SearchPage).toSorted();
  const exact = await search({ q: "impôt", article: body.article, date: body.date, limit: "50" });
  expect(found.length).toBeGreaterThan(0);
  expect(found).toEqual(expect.arrayContaining(idsOf(exact)));
});

test("statut=tous finds withdrawn documents too, in their last text", async () => {
  const all = await search({ q: "impôt", statut: "tous", chemin: "IR/RICI" });
  const inForce = await search({ q: "impôt", chemin: "IR/RICI" });
  expect(idsOf(all)).toContain("BOI-IR-RICI-350");
  expect(all.total).toBe(inForce.total + 1);
  const withdrawn = all.results.find(({ boi_id }) => boi_id === "BOI-IR-RICI-350");
  expect(withdrawn).toMatchObject({ edition: { date_fin: "2026-09-14" } });
  expect(withdrawn?.citation).toContain("retiré");
});

test("every hit tells its edition", async () => {
  const { results } = await search({ q: "impôt" });
  for (const { date_publication, edition } of results)
    expect(edition).toEqual({
      date_debut: date_publication,
      date_fin: null,
      certitude: expect.stringMatching(/^(attestee|presumee)$/),
    });
});

describe("the pages", () => {
  const read = async (path: string) => (await service.get(path)).text();

  test("search the texts of a day, say what is not held, and keep the day", async () => {
    const html = await read("/?q=imp%C3%B4t&date=2024-06-01");
    expect(html).toContain('<label for="recherche-date">Textes en vigueur le</label>');
    expect(html).toContain('value="2024-06-01"');
    expect(html).toContain("Recherche dans les textes en vigueur le 1");
    expect(html.indexOf("n&#x27;est détenue")).toBeLessThan(html.indexOf('class="entries"'));
    const [, found] = /href="(\/consultation\/[^"#]+\?le=2024-06-01)/.exec(html) ?? [];
    expect(await read(found ?? "")).toContain('<input type="hidden" name="date" value="2024-06-01"');
  });

  test("refuse what is no day", async () => {
    expect((await service.get("/?q=imp%C3%B4t&date=hier")).status).toBe(400);
  });
});
