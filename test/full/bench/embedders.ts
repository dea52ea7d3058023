import { readConfig } from "../../../config/config.ts";
import { OperatorFault } from "../../../config/operator-fault.ts";
import { obtainModel } from "../../../ingest/obtain-model.ts";
import { completeEncoder } from "../../../search/embeddings/completed.ts";
import { corpusEmbedder } from "../../../search/embeddings/corpus/blocks.ts";
import type { CorpusModel } from "../../../search/embeddings/corpus/model.ts";
import { trainCorpusModel } from "../../../search/embeddings/corpus/train.ts";
import { learnDimensions, openaiEncoder } from "../../../search/embeddings/openai/embedder.ts";
import { DIMENSIONS, type Embedder, type Encoder } from "../../../search/embeddings/port.ts";
import {
  openSentenceEncoder,
  type SentenceEncoder,
} from "../../../search/embeddings/sentence-encoder/encoder.ts";
import { EVERYDAY_FRENCH } from "../../../search/lexicon/lexicon.ts";
import { openRankingsBy } from "../../fixtures/hybrid-ranking.ts";
import { hasRealCorpus, type RealDocument, readRealCorpus } from "../../fixtures/real-corpus.ts";
import type { Search } from "../../fixtures/semantic-ranking.ts";
import { removeFolders, temporaryFolder } from "../../folders.ts";
import { type QuestionList, rankOf, readQuestions } from "./relevance/questions.ts";

const LISTS: readonly QuestionList[] = ["everyday", "lay", "professional"];
const SEED = 20_261_120;

/**
 * What a language model brings: right documents in the first ten and mean reciprocal rank, by list of questions. Of the
 * embedded one, and of the service of `EMBEDDINGS_URL` when there is one.
 */
export async function run(): Promise<void> {
  if (!hasRealCorpus) {
    console.log("Le corpus réel est absent : rien à mesurer.");
    return;
  }
  const documents = await readRealCorpus();
  const texts = documents.flatMap(({ passages }) => passages);
  const model = await trainCorpusModel(texts, { seed: SEED });
  console.log(`vecteurs | ${LISTS.join(" | ")} (Hit@1/5/10, MRR@10)`);
  await report("modèle du corpus", documents, corpusEmbedder(model));
  const { embeddings } = readConfig();
  if (embeddings.kind === "openai") {
    const service = openaiEncoder(embeddings, await learnDimensions(embeddings));
    await compare(`service ${embeddings.model}`, service, { documents, model });
    return;
  }
  const encoder = await openModel();
  if (encoder === null) return;
  await compare("modèle de langue", encoder, { documents, model });
  await encoder.close();
  removeFolders();
}

/** The embedded model, obtained first; null, with the reason printed, where it can't be. */
export async function openModel(): Promise<SentenceEncoder | null> {
  const folder = temporaryFolder();
  try {
    await obtainModel(folder, Bun.env["MODEL_FILE"] ?? null);
  } catch (error) {
    if (!(error instanceof OperatorFault)) throw error;
    console.log(error.message);
    return null;
  }
  return openSentenceEncoder(folder, 1);
}

interface Compared {
  readonly documents: readonly RealDocument[];
  readonly model: CorpusModel;
}

async function compare(name: string, encoder: Encoder, { documents, model }: Compared): Promise<void> {
  const texts = documents.flatMap(({ passages }) => passages);
  const kept = rememberPassages(encoder);
  await encoder.ping();
  const passages = await processorTime(() => kept.embedPassages(texts));
  const asked = LISTS.flatMap((list) => readQuestions(list).map((question) => question.asked));
  const questions = await processorTime(async () => {
    for (const question of asked) await encoder.embedQuestion(question);
  });
  await report(`${name} seul`, documents, kept);
  if (encoder.dimensions < DIMENSIONS)
    await report(`${name} et corpus`, documents, completeEncoder(kept, model));
  console.log(
    `processeur de ce processus : ${(passages / texts.length).toFixed(1)} ms un passage, ${(questions / asked.length).toFixed(1)} ms une question`,
  );
}

/** Milliseconds, of all threads of this process. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The encoder by which each text is encoded once, however many embedders ask for it. */
export function rememberPassages(encoder: Encoder): Encoder {
  const known = new Map<string, Float32Array | null>();
  return {
    ...encoder,
    async embedPassages(texts) {
      const missing = texts.filter((text) => !known.has(text));
      const embeddings = await encoder.embedPassages(missing);
      for (const [at, text] of missing.entries()) known.set(text, embeddings[at] ?? null);
      return texts.map((text) => known.get(text) ?? null);
    },
  };
}

async function report(name: string, documents: readonly RealDocument[], embedder: Embedder): Promise<void> {
  const { byMeaning, hybrid } = await openRankingsBy(documents, embedder);
  for (const [way, search] of [
    ["vecteurs", byMeaning],
    ["hybride et français courant", hybrid(EVERYDAY_FRENCH)],
  ] as const) {
    const told = await Promise.all(LISTS.map((list) => judge(search, list)));
    console.log([`${name}, ${way}`, ...told].join(" | "));
  }
}

async function judge(search: Search, list: QuestionList): Promise<string> {
  const ranks: number[] = [];
  for (const question of readQuestions(list)) ranks.push(rankOf(question, await search(question.asked)));
  const share = (most: number) => (ranks.filter((rank) => rank <= most).length / ranks.length) * 100;
  const reciprocal = ranks.reduce((sum, rank) => sum + (rank <= 10 ? 1 / rank : 0), 0) / ranks.length;
  return `${[1, 5, 10].map((most) => share(most).toFixed(0)).join("/")} ${reciprocal.toFixed(3)}`;
}
