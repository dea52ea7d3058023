import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { readConfig } from "../../../../config/config.ts";
import { EngineUnavailable } from "../../../../db/engine/unavailable.ts";
import { requestScores } from "../../../../search/reranking/service/request.ts";
import { rejectionOf } from "../../../rejection.ts";
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
    ["a score that is none", () => Response.json([{ index: 0, score: null }]), "aucune des deux formes"],
  ])("is told to the operator when it meets %s", async (_, mishap, words) => {
    tei.mishaps.push(mishap);
    const fault = await rejectionOf(ask({ RERANK_URL: tei.url, RERANK_KEY: "secrete" }));
    expect(fault).toBeInstanceOf(EngineUnavailable);
    expect(String(fault)).toContain(words);
    expect(String(fault)).not.toMatch(/secrete|127\.0\.0\.1/);
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
