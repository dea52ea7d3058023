import { readQuestions } from "../../../ingest/derived/vectors/version.ts";
import { EVERYDAY_FRENCH } from "../../../search/lexicon/lexicon.ts";
import { completeQuestion } from "../../../search/stems/passage-matches.ts";
import type { VectorReader } from "../../../search/vectors/port.ts";
import { searchByMeaning } from "../../../src/features/hybrid/semantic.ts";
import { SITE } from "../../fixtures/site.ts";
import { removeFolders } from "../../folders.ts";
import { generateCorpus, smallSource } from "./corpus.ts";
import { type Load, measure } from "./load.ts";
import { findTruths, measureRecall, type Truth } from "./recall.ts";
import { type IngestedCorpus, ingestCorpus } from "./semantic-corpus.ts";

const QUESTIONS = 100;

/**
 * Semantic search over the embedded engines: on the 452 documents of the test corpus, or with
 * `--documents 9135` (options of the generator) at real size. Vectors alone, in Qdrant too: `bench vectors`.
 */
export async function run(options: readonly string[]): Promise<void> {
  const corpus = await ingestCorpus(options.length === 0 ? smallSource() : generateCorpus(options));
  try {
    const { passages, vectorsSeconds, peakBytes } = corpus;
    console.log(`passages : ${passages}, appris, vectorisés et rangés en ${vectorsSeconds.toFixed(1)} s`);
    console.log(`mémoire à son plus haut pendant l'ingestion : ${megabytes(peakBytes)}`);
    const questions = await readQuestions(corpus.deps.database, QUESTIONS);
    const truths = await findTruths(corpus, questions);
    const { vectors } = corpus.deps;
    await report("comparaison exacte, int8", corpus, vectors, truths);
    let turn = 0;
    const ask = () => askNext(corpus, questions, turn++);
    console.log(`question entière, une à la fois : ${worded(await measure(1, ask))}`);
    console.log(`question entière, quatre à la fois : ${worded(await measure(4, ask))}`);
    await reportHybrid(corpus, questions);
    console.log(`mémoire au repos : ${megabytes(process.memoryUsage.rss())}`);
  } finally {
    await corpus.close();
    removeFolders();
  }
}

/** The cost of the words is measured in processor time, whatever else the machine does. */
async function reportHybrid({ deps }: IngestedCorpus, questions: readonly string[]): Promise<void> {
  const everyone = () => true;
  const before = process.memoryUsage().arrayBuffers;
  await deps.postings.rank(new Map(), everyone);
  console.log(`racines en mémoire : ${megabytes(process.memoryUsage().arrayBuffers - before)}`);
  const start = process.cpuUsage();
  for (const question of questions)
    await deps.postings.rank(completeQuestion(question, EVERYDAY_FRENCH).stems, everyone);
  const { user, system } = process.cpuUsage(start);
  const each = (user + system) / 1_000 / questions.length;
  console.log(`part des mots dans une question hybride : ${each.toFixed(1)} ms d'un cœur`);
}

async function askNext({ deps }: IngestedCorpus, questions: readonly string[], turn: number): Promise<void> {
  const question = questions[turn % questions.length] ?? "";
  await searchByMeaning({ ...deps, ...SITE }, { question, domaine: null, limit: 10 });
}

async function report(
  name: string,
  { version }: IngestedCorpus,
  reader: VectorReader,
  truths: readonly Truth[],
): Promise<void> {
  const recall = await measureRecall(reader, version, truths);
  const load = await measureReader(reader, version, truths);
  console.log(`${name} : rappel@10 ${recall.toFixed(3)} ; ${worded(load)}`);
}

function measureReader(reader: VectorReader, version: string, truths: readonly Truth[]): Promise<Load> {
  let turn = 0;
  return measure(1, async () => {
    const { vector } = truths[turn++ % truths.length] ?? { vector: new Float32Array() };
    await reader.search({ vector, version, domaine: null, limit: 10 });
  });
}

function worded({ perSecond, p50, p95 }: Load): string {
  return `${perSecond.toFixed(1)}/s, p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} Mo`;
}
