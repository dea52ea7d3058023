import { completeEncoder } from "../../../search/embeddings/completed.ts";
import { corpusEmbedder } from "../../../search/embeddings/corpus/blocks.ts";
import { trainCorpusModel } from "../../../search/embeddings/corpus/train.ts";
import type { Embedder } from "../../../search/embeddings/port.ts";
import { EVERYDAY_FRENCH } from "../../../search/lexicon/lexicon.ts";
import {
  completeQuestion,
  type Postings,
  type WeightedStems,
} from "../../../search/stems/passage-matches.ts";
import { TextScorer } from "../../../search/stems/text-scorer.ts";
import { TEXT_WEIGHTS } from "../../../search/weights.ts";
import { postCorpus } from "../../fixtures/hybrid-ranking.ts";
import { hasRealCorpus, type RealDocument, readRealCorpus } from "../../fixtures/real-corpus.ts";
import { embedDocuments } from "../../fixtures/semantic-ranking.ts";
import { removeFolders } from "../../folders.ts";
import { openModel } from "./embedders.ts";
import { type FittedQuestion, fitWeights, reciprocalRank, scoreOf } from "./relevance/fit.ts";
import { meanOf, pairedInterval } from "./relevance/interval.ts";
import { hasTestSet, type JudgedQuestion, LISTS, readTestSet } from "./relevance/test-set.ts";

const SEED = 1;
const FOLDS = 5;
/** Of a question: the others never come first, whatever the weights. */
const MOST_CANDIDATES = 100;

/** The signals that make a document's score, then those that are only tried beside them. */
const SIGNALS = ["sens", "document", "passage", "trois passages", "libellé"] as const;
const TRIED = [
  "longueur",
  "rescrit",
  "profondeur",
  "rang des mots",
  "rang du sens",
  "passages trouvés",
] as const;

/**
 * Refits the weights of hybrid search on the open half of the public test set, by embedder: on four fifths of the
 * questions, judged on the other, five times. Prints the mean reciprocal rank of each list under the weights in use,
 * under those refitted, and under those with each tried signal beside; then the weights, the meaning weighing 1.
 */
export async function run(): Promise<void> {
  if (!hasRealCorpus || !hasTestSet("open")) {
    console.log("Le corpus réel ou les questions sont absents : rien à mesurer.");
    return;
  }
  const documents = await readRealCorpus();
  const texts = documents.flatMap(({ passages }) => passages);
  const model = await trainCorpusModel(texts, { seed: SEED });
  await report("modèle du corpus", documents, corpusEmbedder(model));
  const encoder = await openModel();
  if (encoder !== null) {
    await report("modèle de langue et corpus", documents, completeEncoder(encoder, model));
    await encoder.close();
  }
  removeFolders();
}

async function report(name: string, documents: readonly RealDocument[], embedder: Embedder): Promise<void> {
  const { textWeight } = embedder;
  const { document, passage, passages, label } = TEXT_WEIGHTS;
  const inUse = Float64Array.of(
    1,
    ...[document, passage, passages, label].map((weight) => textWeight * weight),
  );
  const questions = (await readSignals(documents, embedder)).map((question) => pruned(question, inUse));
  console.log(`\n## ${name}`);
  console.log(["poids", ...LISTS, "gain (95 %)"].join(" | "));
  const before = questions.map((question) => reciprocalRank(question, inUse));
  print(`en service ${told(inUse)}`, questions, before, before);
  const kept = SIGNALS.map((_, at) => at);
  const trials = [
    [],
    ...TRIED.map((_, at) => [SIGNALS.length + at]),
    TRIED.map((_, at) => SIGNALS.length + at),
  ];
  for (const tried of trials) {
    const { ranks, weights } = crossValidate(questions, [...kept, ...tried]);
    const beside = tried.map((at) => TRIED[at - SIGNALS.length] ?? "").join(", ");
    print(`ajustés${beside === "" ? "" : `, ${beside}`} ${told(weights)}`, questions, before, ranks);
  }
}

/** The candidates that other weights may put first, and those that answer. */
function pruned(question: FittedQuestion, weights: Float64Array): FittedQuestion {
  const scores = question.signals.map((of) => scoreOf(of, weights));
  const least = scores.toSorted((one, other) => other - one)[MOST_CANDIDATES] ?? Number.NEGATIVE_INFINITY;
  const isKept = (_: unknown, at: number) => question.isRight[at] === true || (scores[at] ?? 0) > least;
  return { ...question, signals: question.signals.filter(isKept), isRight: question.isRight.filter(isKept) };
}

function print(
  name: string,
  questions: readonly FittedQuestion[],
  before: readonly number[],
  after: readonly number[],
): void {
  const means = LISTS.map((list) => meanOf(after.filter((_, at) => questions[at]?.list === list)).toFixed(3));
  const { difference, low, high } = pairedInterval(before, after);
  const gain = [difference, low, high].map((figure) => figure.toFixed(3));
  console.log([name, ...means, `${gain[0]} [${gain[1]} ; ${gain[2]}]`].join(" | "));
}

/** Each fifth of the questions judged by weights fitted on the others, and the mean of those weights. */
function crossValidate(
  questions: readonly FittedQuestion[],
  kept: readonly number[],
): { readonly ranks: readonly number[]; readonly weights: readonly number[] } {
  const reduced = questions.map((question) => ({
    ...question,
    signals: question.signals.map((of) => Float64Array.from(kept, (at) => of[at] ?? 0)),
  }));
  const isFree = kept.map((at) => at >= SIGNALS.length);
  const folds = Array.from({ length: FOLDS }, (_, fold) =>
    toMeaning(
      fitWeights(
        reduced.filter((__, at) => at % FOLDS !== fold),
        isFree,
      ),
    ),
  );
  return {
    ranks: reduced.map((question, at) => reciprocalRank(question, folds[at % FOLDS] ?? new Float64Array())),
    weights: kept.map((_, at) => meanOf(folds.map((weights) => weights[at] ?? 0))),
  };
}

/** The same weights when the meaning weighs 1. */
function toMeaning(weights: Float64Array): Float64Array {
  return weights.map((weight) => weight / (weights[0] ?? 1));
}

function told(weights: Iterable<number>): string {
  return `(${Array.from(weights, (weight) => weight.toFixed(2)).join(" ")})`;
}

/** The signals of every document for each question of the open half. */
async function readSignals(
  documents: readonly RealDocument[],
  embedder: Embedder,
): Promise<FittedQuestion[]> {
  const postings = postCorpus(documents);
  const alone = { document: 0, passage: 0, passages: 0, label: 0 };
  const scorers = (["document", "passage", "passages", "label"] as const).map(
    (signal) => new TextScorer(postings, { ...alone, [signal]: 1 }),
  );
  const compared = await embedDocuments(documents, embedder);
  const boiIds = documents.map(({ boiId }) => boiId);
  const own = boiIds.map((boiId, at) => ownSignals(boiId, postings, at));
  return await Promise.all(
    readTestSet("open").map(async (question) => {
      const { stems: weighed, text } = completeQuestion(question.asked, EVERYDAY_FRENCH);
      const words = scorers.map((scorer) => scoresOf(scorer.rank(weighed, () => true)));
      const meaning = scoresOf(await compared.nearest(text));
      const ranks = [rankOf(sumOf(words.slice(0, 2))), rankOf(meaning)];
      const passages = countPassages(scorers[0], weighed, boiIds);
      const signals = boiIds.map((boiId, at) =>
        Float64Array.of(
          ...[meaning, ...words].map((scores) => scores.get(boiId) ?? 0),
          ...(own[at] ?? []),
          ...ranks.map((rank) => 1 / (1 + (rank.get(boiId) ?? documents.length))),
          passages.get(boiId) ?? 0,
        ),
      );
      return { list: question.list, signals, isRight: boiIds.map((boiId) => isRight(question, boiId)) };
    }),
  );
}

/** Signals of a document that do not depend on the question. */
function ownSignals(boiId: string, { documents, lengths }: Postings, at: number): number[] {
  const { first = 0, last = 0 } = documents[at] ?? {};
  const words = lengths.subarray(first, last).reduce((sum, length) => sum + length, 0);
  const isRuling = boiId.startsWith("BOI-RES-");
  return [Math.log1p(words) / 10, isRuling ? 1 : 0, boiId.split("-").length / 10];
}

/** How many passages of each document contain words of the question, on a logarithmic scale. */
function countPassages(
  scorer: TextScorer | undefined,
  question: WeightedStems,
  boiIds: readonly string[],
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { boiId } of scorer?.passagesOf(question, boiIds, Number.POSITIVE_INFINITY) ?? [])
    counts.set(boiId, (counts.get(boiId) ?? 0) + 1);
  return new Map([...counts].map(([boiId, count]) => [boiId, Math.log1p(count) / 10]));
}

function scoresOf(hits: readonly { readonly boiId: string; readonly score: number }[]): Map<string, number> {
  return new Map(hits.map(({ boiId, score }) => [boiId, score]));
}

function sumOf(sides: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const side of sides)
    for (const [boiId, score] of side) sums.set(boiId, (sums.get(boiId) ?? 0) + score);
  return sums;
}

/** From 0. */
function rankOf(scores: ReadonlyMap<string, number>): Map<string, number> {
  const sorted = [...scores].toSorted(([, one], [, other]) => other - one);
  return new Map(sorted.map(([boiId], rank) => [boiId, rank]));
}

function isRight({ gold }: JudgedQuestion, boiId: string): boolean {
  return gold.some(({ id }) => boiId === `BOI-${id}`);
}
