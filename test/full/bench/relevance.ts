import { analyze, isStopWord } from "../../../db/fulltext/analyzer/index.ts";
import { openFullTextIndex, openFullTextReader } from "../../../db/fulltext/open.ts";
import { parseQuery } from "../../../db/fulltext/query/parse.ts";
import { hasRealCorpus, type RealDocument, readRealCorpus } from "../../fixtures/real-corpus.ts";
import { type Search, searchByModel } from "../../fixtures/semantic-ranking.ts";
import { removeFolders, temporaryFolder } from "../../folders.ts";
import { PROMISED, type Question, rankOf, readQuestions } from "./relevance/questions.ts";

const SEEDS = [1, 2, 3, 4, 5];
/** More documents than the corpus holds. */
const ALL = 500;

/** Questions in plain words: how often the corpus embedder has a right document in the first ten, by seed. */
export async function run(): Promise<void> {
  if (!hasRealCorpus) {
    console.log("Le corpus réel est absent : rien à mesurer.");
    return;
  }
  const documents = await readRealCorpus();
  console.log("moteur | réglage : Hit@10, MRR | contrôle : Hit@10, MRR | rangs des trois questions promises");
  for (const seed of SEEDS) await report(`sens, graine ${seed}`, await searchByModel(documents, seed));
  await reportFullText(documents);
  removeFolders();
}

/** For reference: any of the question's words, by the embedded engine. */
async function reportFullText(documents: readonly RealDocument[]): Promise<void> {
  const config = { dataDir: temporaryFolder(), fulltext: { kind: "embedded" } } as const;
  await openFullTextIndex(config).rebuild((writer) =>
    writer.upsert(documents.map((document) => ({ ...document, hash: document.boiId }))),
  );
  const reader = openFullTextReader(config);
  await report("plein texte, OU des mots", async (question) => {
    const words = analyze(question).flatMap(({ surface }) => (isStopWord(surface) ? [] : [surface]));
    const query = parseQuery(words.join(" OU ")).node;
    const { hits } = await reader.search({ query, domaine: null, limit: ALL, offset: 0 });
    return hits.map(({ boiId }) => boiId);
  });
  await reader.close();
}

async function report(name: string, search: Search): Promise<void> {
  const ranksOf = (questions: readonly Question[]) =>
    Promise.all(questions.map(async (question) => rankOf(question, await search(question.asked))));
  const ranks = await ranksOf(readQuestions("everyday"));
  const halves = [0, 1].map((half) => worded(ranks.filter((_, number) => number % 2 === half)));
  console.log([name, ...halves, (await ranksOf(PROMISED)).join(", ")].join(" | "));
}

function worded(ranks: readonly number[]): string {
  const hits = ranks.filter((rank) => rank <= 10).length / ranks.length;
  const reciprocal = ranks.reduce((sum, rank) => sum + 1 / rank, 0) / ranks.length;
  return `${(hits * 100).toFixed(0)} %, ${reciprocal.toFixed(2)}`;
}
