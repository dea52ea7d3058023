import { completeEncoder } from "../../../db/embeddings/completed/index.ts";
import { corpusEmbedder, trainCorpusModel } from "../../../db/embeddings/corpus/index.ts";
import type { Embedder, Encoder } from "../../../db/embeddings/port.ts";
import { openSentenceEncoder } from "../../../db/embeddings/sentence-encoder/index.ts";
import { OperatorFault } from "../../../db/engine/operator-fault.ts";
import { LEXICON } from "../../../db/lexicon/lexicon.ts";
import { obtainModel } from "../../../ingest/model/obtain.ts";
import { openRankingsBy } from "../../fixtures/hybrid-ranking.ts";
import { hasRealCorpus, type RealDocument, readRealCorpus } from "../../fixtures/real-corpus.ts";
import type { Search } from "../../fixtures/semantic-ranking.ts";
import { removeFolders, temporaryFolder } from "../../folders.ts";
import { type QuestionList, rankOf, readQuestions } from "./relevance/questions.ts";

const LISTS: readonly QuestionList[] = ["everyday", "lay", "professional"];
const SEED = 20_261_120;

/** What a language model brings: right documents in the first ten and mean reciprocal rank, by list of questions. */
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
  const folder = temporaryFolder();
  try {
    await obtainModel(folder, null);
  } catch (error) {
    if (!(error instanceof OperatorFault)) throw error;
    console.log(error.message);
    return;
  }
  const encoder = openSentenceEncoder(folder, 1);
  const kept = rememberPassages(encoder);
  const startedAt = performance.now();
  await kept.embedPassages(texts);
  const milliseconds = (performance.now() - startedAt) / texts.length;
  await report("modèle de langue seul", documents, kept);
  await report("modèle de langue et corpus", documents, completeEncoder(kept, model));
  console.log(`${milliseconds.toFixed(1)} ms un passage, un cœur`);
  await encoder.close();
  removeFolders();
}

/** Each text is encoded once, however many embedders ask for it. */
function rememberPassages(encoder: Encoder): Encoder {
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
    ["hybride et lexique", hybrid(LEXICON)],
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
