import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { readConfig } from "../../../../config/config.ts";
import { EngineUnavailable } from "../../../../db/engine/unavailable.ts";
import { requestScores } from "../../../../search/reranking/open.ts";
import { rejectionOf } from "../../../rejection.ts";
import { compressed, ENDLESS_ANSWERS, endlessFault } from "../../../servers/hostile-answers.ts";
import { type RerankMishap, startRerankingService } from "../../../servers/reranking.ts";

const byLength = (_: string, text: string) => text.length;
const tei = startRerankingService("tei", byLength);
const cohere = startRerankingService("cohere", byLength);
afterEach(() => tei.mishaps.splice(0));
afterAll(() => Promise.all([tei.stop(), cohere.stop()]));

const TEXTS = ["moyen..", "court", "le plus long"];

function ask(variables: Record<string, string>): Promise<readonly number[]> {
  const { reranking } = readConfig(variables);
  if (reranking === null) throw new Error("a service is configured");
  return requestScores(reranking, "Qui paie ?", TEXTS);
}

const scores = (...written: readonly string[]) =>
  new Response(`[${written.map((score, index) => `{"index":${index},"score":${score}}`).join()}]`);

describe("a question to a reranking service", () => {
  test("without a model is that of text-embeddings-inference", async () => {
    expect(await ask({ RERANK_URL: tei.url })).toEqual([7, 5, 12]);
    expect(tei.requests.at(-1)).toEqual({
      path: "/rerank",
      authorization: null,
      body: { query: "Qui paie ?", texts: TEXTS, truncate: true },
    });
  });

  test("with a model is that of Cohere and Jina, and carries the key", async () => {
    const variables = {
      RERANK_URL: `${cohere.url}/v2/rerank/`,
      RERANK_MODEL: "rerank-v3.5",
      RERANK_KEY: "cle",
    };
    expect(await ask(variables)).toEqual([7, 5, 12]);
    expect(cohere.requests.at(-1)).toEqual({
      path: "/v2/rerank",
      authorization: "Bearer cle",
      body: { model: "rerank-v3.5", query: "Qui paie ?", documents: TEXTS, top_n: 3 },
    });
  });

  test.each<[string, RerankMishap, string]>([
    ["a status 503", () => new Response("", { status: 503 }), "surchargé ou en panne (statut 503)"],
    ["a refused key", () => new Response("", { status: 401 }), "(statut 401) : vérifiez RERANK_KEY"],
    ["another route", () => new Response("", { status: 404 }), "vérifiez RERANK_URL"],
    ["the other shape", () => new Response("", { status: 422 }), "RERANK_MODEL"],
    ["a redirection", () => Response.redirect("http://127.0.0.1:9/", 307), "(statut 307)"],
    ["no JSON", () => new Response("<html>"), "aucune des deux formes"],
    ["a text that has no score", () => Response.json([{ index: 0, score: 1 }]), "pas reçu de note"],
    [
      "an index out of the list",
      () => Response.json([0, 1, 3].map((index) => ({ index, score: 1 }))),
      "note",
    ],
    ["a fault without end", endlessFault, "surchargé ou en panne (statut 503)"],
    ["scores whose difference is no number", () => scores("-1e308", "1e308", "0"), "trop éloignées"],
    ["a score beyond all numbers", () => scores("1e999", "0", "0"), "aucune des deux formes"],
    ["JSON without bottom", () => new Response("[".repeat(30_000) + "]".repeat(30_000)), "deux formes"],
    ["a score that is none", () => Response.json([{ index: 0, score: null }]), "aucune des deux formes"],
  ])("is told to the operator when it meets %s", async (_, mishap, words) => {
    tei.mishaps.push(mishap);
    const fault = await rejectionOf(ask({ RERANK_URL: tei.url, RERANK_KEY: "secrete" }));
    expect(fault).toBeInstanceOf(EngineUnavailable);
    expect(String(fault)).toContain(words);
    expect(String(fault)).not.toMatch(/secrete|127\.0\.0\.1/);
  });

  test.each(ENDLESS_ANSWERS)("is given up when the answer %s", async (_, mishap, words) => {
    tei.mishaps.push(mishap);
    const before = process.memoryUsage.rss();
    const startedAt = performance.now();
    const fault = await rejectionOf(ask({ RERANK_URL: tei.url, RERANK_TIMEOUT_MS: "1000" }));
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(fault).toBeInstanceOf(EngineUnavailable);
    expect(String(fault)).toContain(words);
    if (words === "trop longue") expect(process.memoryUsage.rss() - before).toBeLessThan(250e6);
  });

  test("takes an answer compressed all the same, and one that repeats the texts", async () => {
    const results = [0, 1, 2].map((index) => ({
      index,
      relevance_score: index,
      document: "é".repeat(9_000),
    }));
    tei.mishaps.push(() => compressed(JSON.stringify({ results })));
    expect(await ask({ RERANK_URL: tei.url })).toEqual([0, 1, 2]);
  });

  test("waits no longer than it is told", async () => {
    tei.mishaps.push(async () => {
      await Bun.sleep(10_000);
      return Response.json([]);
    });
    const startedAt = performance.now();
    const fault = await rejectionOf(ask({ RERANK_URL: tei.url, RERANK_TIMEOUT_MS: "50" }));
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(String(fault)).toContain("délai dépassé");
  });

  test("fails at once where nothing listens", async () => {
    expect(String(await rejectionOf(ask({ RERANK_URL: "http://127.0.0.1:9" })))).toContain("ne répond pas");
  });
});
