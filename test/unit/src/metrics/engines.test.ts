import { expect, test } from "bun:test";
import type { Admissions } from "../../../../db/admission/port.ts";
import type { Embedder } from "../../../../search/embeddings/port.ts";
import type { FullTextReader } from "../../../../search/fulltext/port.ts";
import type { Reranker } from "../../../../search/reranking/port.ts";
import type { PostingsReader } from "../../../../search/stems/live-postings.ts";
import type { VectorReader } from "../../../../search/vectors/port.ts";
import { Metrics, measured, measuredAdmissions, measuredReranker } from "../../../../src/metrics/registry.ts";

/** Stands for every method of an engine. */
const fail = (): never => {
  throw new Error("away");
};

const fulltext: FullTextReader = {
  search: fail,
  count: fail,
  facets: fail,
  wordsBeginning: fail,
  suggest: fail,
  ping: fail,
  servers: fail,
  close: fail,
};
const vectors: VectorReader = { search: fail, ping: fail, close: fail };
const postings: PostingsReader = { rank: fail, passagesOf: fail };
const embedder: Embedder = {
  version: "1",
  textWeight: 1,
  embedPassages: fail,
  embedQuestion: fail,
  ping: fail,
};
const reranker: Reranker = { weight: 1, canJudge: fail, judge: fail, remark: fail };
const admissions: Admissions = { admit: fail, charge: fail, recall: fail, refund: fail };

test("each call that requests wait for is timed by its name", async () => {
  const metrics = new Metrics();
  const searched = { fulltext, vectors, postings, embedders: { canHave: fail, of: async () => embedder } };
  const { embedders, ...others } = measured(searched, metrics);
  const engines = [
    ...Object.values(others),
    await embedders.of("1"),
    measuredReranker(reranker, metrics),
    measuredAdmissions(admissions, metrics),
  ];
  for (const engine of engines) {
    for (const method of Object.values(engine))
      if (typeof method === "function")
        await Promise.try(() => Reflect.apply(method, engine, [])).catch(() => {});
  }
  const text = await metrics.registry.getSingleMetricAsString("doctrine_engine_duration_seconds");
  const timed = text.matchAll(/_count{engine="(\w+)",operation="(\w+)",outcome="error"} 1$/gm);
  expect([...timed].map(([, engine, operation]) => `${engine} ${operation}`).toSorted()).toEqual([
    "embeddings question",
    "fulltext count",
    "fulltext facets",
    "fulltext ping",
    "fulltext search",
    "fulltext suggest",
    "fulltext words",
    "postings passages",
    "postings rank",
    "relational admit",
    "reranking judge",
    "vectors ping",
    "vectors search",
  ]);
});
