import { afterAll, beforeAll, expect, test } from "bun:test";
import { rebuildBeside } from "../../../ingest/derived/in-step.ts";
import { derivedVectors } from "../../../ingest/derived/vectors/version.ts";
import { activeVersion } from "../../../search/embeddings/open.ts";
import { openQdrantReader } from "../../../search/vectors/open.ts";
import { openQdrantIndex } from "../../../search/vectors/qdrant/index.ts";
import { searchHybrid } from "../../../src/features/hybrid/service.ts";
import { NO_QUESTIONS } from "../../fixtures/points.ts";
import { readQuestions } from "../../full/bench/relevance/questions.ts";
import { startQdrant } from "../../servers/qdrant.ts";
import { openService, type TestService } from "../../servers/service.ts";

/** Scores are in thousandths, and each store rounds vectors in its own way. */
const ROUNDING = 0.001_001;

const qdrant = startQdrant();
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(async () => {
  await service.close();
  await qdrant.stop();
});

test("a hybrid search gives the same scores, rank by rank, whatever store compares the vectors exactly", async () => {
  const { deps } = service;
  const connection = { url: qdrant.url, apiKey: null, prefix: "essai" };
  const version = await activeVersion(deps);
  await rebuildBeside(derivedVectors(deps.database, openQdrantIndex(connection), version, NO_QUESTIONS));
  const elsewhere = { ...deps, vectors: openQdrantReader(connection) };
  for (const { asked: question } of readQuestions("sample")) {
    const request = { question, filter: {}, limit: 10 };
    const [here, there] = [await searchHybrid(deps, request), await searchHybrid(elsewhere, request)];
    for (const [rank, { score }] of there.results.entries())
      expect(Math.abs(score - (here.results[rank]?.score ?? 0))).toBeLessThanOrEqual(ROUNDING);
    expect(there.results[0]?.boi_id).toBe(here.results[0]?.boi_id ?? "");
  }
});
