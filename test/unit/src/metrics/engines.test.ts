import { expect, test } from "bun:test";
import type { Admissions } from "../../../../db/admission/port.ts";
import type { QuestionEmbedders } from "../../../../search/embeddings/open.ts";
import type { Embedder } from "../../../../search/embeddings/port.ts";
import type { FullTextReader } from "../../../../search/fulltext/port.ts";
import type { Reranker } from "../../../../search/reranking/port.ts";
import type { PostingsReader } from "../../../../search/stems/live-postings.ts";
import type { VectorReader } from "../../../../search/vectors/port.ts";
import {
  measuredAdmissions,
  measuredEmbedders,
  measuredFullText,
  measuredPostings,
  measuredReranker,
  measuredVectors,
} from "../../../../src/metrics/engines.ts";
import { Metrics } from "../../../../src/metrics/registry.ts";
import { recordedFullText } from "../../../../src/process/recorded-fulltext.ts";
import { rejectionOf } from "../../../rejection.ts";

/** More arguments than any port takes. */
const ASKED = ["a", "b", "c", "d", "e", "f"];

class Received extends Error {
  constructor(readonly asked: readonly unknown[]) {
    super();
  }
}

/** Stands for every method of an engine: shows what it was called with. */
const show = (...asked: readonly unknown[]): never => {
  throw new Received(asked);
};

const fulltext: FullTextReader = {
  search: show,
  count: show,
  facets: show,
  wordsBeginning: show,
  suggest: show,
  ping: show,
  close: show,
};
const vectors: VectorReader = { search: show, ping: show, close: show };
const postings: PostingsReader = { rank: show, passagesOf: show };
const embedders: QuestionEmbedders = { canHave: show, of: show };
const embedder: Embedder = {
  version: "1",
  textWeight: 1,
  embedPassages: show,
  embedQuestion: show,
  ping: show,
};
const reranker: Reranker = { weight: 1, canJudge: show, judge: show, remark: show };
const admissions: Admissions = { admit: show, charge: show, recall: show, refund: show };

const metrics = new Metrics();
const opened = measuredEmbedders({ ...embedders, of: async () => embedder }, metrics);

test.each([
  ["full text", measuredFullText(fulltext, metrics)],
  ["full text, whose damage is recorded", recordedFullText(fulltext, () => {})],
  ["vectors", measuredVectors(vectors, metrics)],
  ["stems", measuredPostings(postings, metrics)],
  ["embedders", measuredEmbedders(embedders, metrics)],
  ["an embedder", await opened.of("1")],
  ["a reranker", measuredReranker(reranker, metrics)],
  ["admissions", measuredAdmissions(admissions, metrics)],
])("%s: each call receives whatever it is given", async (_, engine) => {
  for (const [name, method] of Object.entries(engine)) {
    if (typeof method !== "function") continue;
    const thrown = await rejectionOf(Promise.try(() => Reflect.apply(method, engine, ASKED)));
    expect({ name, thrown }).toMatchObject({ name, thrown: { asked: ASKED } });
  }
});
