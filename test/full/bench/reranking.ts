import { readConfig } from "../../../config/config.ts";
import { completeEncoder } from "../../../search/embeddings/completed.ts";
import { corpusEmbedder } from "../../../search/embeddings/corpus/blocks.ts";
import { trainCorpusModel } from "../../../search/embeddings/corpus/train.ts";
import { learnDimensions, openaiEncoder } from "../../../search/embeddings/openai/embedder.ts";
import { DIMENSIONS, type Embedder, type Encoder } from "../../../search/embeddings/port.ts";
import { EVERYDAY_FRENCH } from "../../../search/lexicon/lexicon.ts";
import { requestScores } from "../../../search/reranking/open.ts";
import type { FusedHit } from "../../../src/features/hybrid/fusion.ts";
import { bestPassage, FIRST, reorder } from "../../../src/features/hybrid/reranking.ts";
import { openRankingsBy } from "../../fixtures/hybrid-ranking.ts";
import { hasRealCorpus, type RealDocument, readRealCorpus } from "../../fixtures/real-corpus.ts";
import { removeFolders } from "../../folders.ts";
import { openModel, rememberPassages } from "./embedders.ts";
import { meanOf, pairedInterval } from "./relevance/interval.ts";
import { type Question, type QuestionList, rankOf, readQuestions } from "./relevance/questions.ts";

const LISTS: readonly QuestionList[] = ["everyday", "lay", "professional"];
const WEIGHTS = [0.03, 0.05, 0.08, 0.12, 0.2, 0.4, 1] as const;
const SEED = 20_261_120;

/** Judges a document for a question, on a scale of its own. */
type Judge = (question: string, hits: readonly FusedHit[]) => Promise<readonly (number | null)[]>;

/**
 * What the second stage of hybrid search brings, by its weight: Hit@1/5/10 and MRR@10 by list of questions, and what it
 * adds to the MRR of the first one. It is the service of `RERANK_URL`, which judges the best passage of each document,
 * else that of `EMBEDDINGS_URL` by its vectors; the first stage is the language model, or that service by `--own`.
 */
export async function run(options: readonly string[]): Promise<void> {
  const { reranking, embeddings } = readConfig();
  if (!hasRealCorpus || (reranking === null && embeddings.kind === "corpus")) {
    console.log("Il faut le corpus réel, et RERANK_URL ou EMBEDDINGS_URL : rien à mesurer.");
    return;
  }
  const documents = await readRealCorpus();
  const service =
    embeddings.kind === "openai"
      ? rememberPassages(openaiEncoder(embeddings, await learnDimensions(embeddings)))
      : null;
  const first = await openFirst(documents, options.includes("--own") ? service : null);
  const { fused } = await openRankingsBy(documents, first.embedder);
  const asked =
    reranking === null
      ? null
      : judgeByService(documents, first.embedder.textWeight, (...call) => requestScores(reranking, ...call));
  const judge = asked ?? (service === null ? null : judgeByVectors(documents, service));
  if (judge !== null) await report(fused(EVERYDAY_FRENCH), judge);
  await first.close();
  removeFolders();
}

async function openFirst(documents: readonly RealDocument[], service: Encoder | null) {
  const texts = documents.flatMap(({ passages }) => passages);
  const model = await trainCorpusModel(texts, { seed: SEED });
  if (service !== null) return { embedder: completed(service), close: async () => {} };
  const encoder = await openModel();
  if (encoder !== null) return { embedder: completed(encoder), close: () => encoder.close() };
  return { embedder: corpusEmbedder(model), close: async () => {} };
  function completed(own: Encoder): Embedder {
    return own.dimensions < DIMENSIONS ? completeEncoder(own, model) : own;
  }
}

/** On the passage that the first stage ranks best in each document. */
function judgeByService(
  documents: readonly RealDocument[],
  textWeight: number,
  score: (question: string, texts: readonly string[]) => Promise<readonly number[]>,
): Judge {
  const passages = new Map(documents.map((document) => [document.boiId, document.passages]));
  const texts = documents.flatMap((document) => document.passages);
  return (question, hits) => score(question, hits.map(textOf));
  function textOf(hit: FusedHit): string {
    const best = bestPassage(hit, textWeight);
    if (best === null) return "";
    // The rankings of benches name a passage by its place among those of the corpus.
    const text = "textHash" in best ? texts[Number(best.textHash)] : passages.get(hit.boiId)?.[best.position];
    return text ?? "";
  }
}

/** On every passage, as the stored vectors are. */
function judgeByVectors(documents: readonly RealDocument[], service: Encoder): Judge {
  const passages = new Map(documents.map((document) => [document.boiId, document.passages]));
  return async (question, hits) => {
    const asked = await service.embedQuestion(question);
    return await Promise.all(
      hits.map(async ({ boiId }) => {
        const vectors = await service.embedPassages(passages.get(boiId) ?? []);
        const cosines = vectors.flatMap((vector) =>
          asked === null || vector === null ? [] : dot(asked, vector),
        );
        return cosines.length === 0 ? null : Math.max(...cosines);
      }),
    );
  };
}

function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, component, index) => sum + component * (other[index] ?? 0), 0);
}

interface Judged {
  readonly question: Question;
  readonly hits: readonly FusedHit[];
  readonly judgements: ReadonlyMap<string, number | null>;
}

async function report(search: (question: string) => Promise<FusedHit[]>, judge: Judge): Promise<void> {
  console.log(`poids | ${LISTS.join(" | ")} (Hit@1/5/10, MRR@10, gain de MRR à 95 %)`);
  const lists = [];
  for (const list of LISTS) lists.push(await judgeAll(readQuestions(list), search, judge));
  const before = lists.map((judged) => judged.map(({ question, hits }) => rankOf(question, idsOf(hits))));
  console.log(["sans", ...before.map(worded)].join(" | "));
  for (const weight of WEIGHTS) {
    const after = lists.map((judged) =>
      judged.map(({ question, hits, judgements }) =>
        rankOf(question, idsOf(reorder(hits, judgements, weight))),
      ),
    );
    const told = after.map((ranks, list) => `${worded(ranks)} ${gain(before[list] ?? [], ranks)}`);
    console.log([weight, ...told].join(" | "));
  }
}

async function judgeAll(
  questions: readonly Question[],
  search: (question: string) => Promise<FusedHit[]>,
  judge: Judge,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const question of questions) {
    const hits = await search(question.asked);
    const first = hits.slice(0, FIRST);
    const scores = await judge(question.asked, first);
    const judgements = new Map(first.map(({ boiId }, index) => [boiId, scores[index] ?? null]));
    judged.push({ question, hits, judgements });
  }
  return judged;
}

function worded(ranks: readonly number[]): string {
  const share = (most: number) => (100 * ranks.filter((rank) => rank <= most).length) / ranks.length;
  return `${[1, 5, 10].map((most) => share(most).toFixed(0)).join("/")} ${meanOf(ranks.map(reciprocal)).toFixed(3)}`;
}

function gain(before: readonly number[], after: readonly number[]): string {
  const { difference, low, high } = pairedInterval(before.map(reciprocal), after.map(reciprocal));
  const signed = (value: number) => (value < 0 ? "" : "+") + value.toFixed(3);
  return `${signed(difference)} [${signed(low)} ; ${signed(high)}]`;
}

function reciprocal(rank: number): number {
  return rank <= 10 ? 1 / rank : 0;
}

function idsOf(hits: readonly FusedHit[]): string[] {
  return hits.map(({ boiId }) => boiId);
}
