import { readTitles } from "../../../db/ingestion/classification.ts";
import { LEXICON } from "../../../db/lexicon/lexicon.ts";
import { weighQuestion } from "../../../db/postings/question.ts";
import type { VectorReader } from "../../../db/vectors/port.ts";
import { openQdrantIndex } from "../../../db/vectors/qdrant/index.ts";
import { openQdrantReader } from "../../../db/vectors/qdrant/reader.ts";
import { rebuildBeside } from "../../../ingest/derived/in-step.ts";
import { derivedVectors } from "../../../ingest/derived/vectors/derived-index.ts";
import { searchByMeaning } from "../../../src/services/semantic.ts";
import { point } from "../../fixtures/points.ts";
import { SITE } from "../../fixtures/site.ts";
import { removeFolders } from "../../folders.ts";
import { startQdrant } from "../../servers/qdrant.ts";
import { realSizeSource, smallSource } from "./corpus.ts";
import { type Load, measure } from "./load.ts";
import { findTruths, measureRecall, type Truth } from "./recall.ts";
import { type IngestedCorpus, ingestCorpus } from "./semantic-corpus.ts";

const QUESTIONS = 100;
const OVERHEAD_POINTS = 200;

/**
 * Semantic search over the embedded engines: on the 452 documents of the test corpus, or with
 * `--documents 9148 --scale 1` (options of the generator) at real size; then Qdrant, when QDRANT_TEST_URL is set.
 */
export async function run(options: readonly string[]): Promise<void> {
  const corpus = await ingestCorpus(options.length === 0 ? smallSource() : realSizeSource(options));
  try {
    const { passages, vectorsSeconds, peakBytes } = corpus;
    console.log(`passages : ${passages}, appris, vectorisés et rangés en ${vectorsSeconds.toFixed(1)} s`);
    console.log(`mémoire à son plus haut pendant l'ingestion : ${megabytes(peakBytes)}`);
    const questions = await readQuestions(corpus);
    const truths = await findTruths(corpus, questions);
    const { vectors } = corpus.deps;
    const exact = await report("comparaison exacte, int8", corpus, vectors, truths);
    let turn = 0;
    const ask = () => askNext(corpus, questions, turn++);
    console.log(`question entière, une à la fois : ${worded(await measure(1, ask))}`);
    console.log(`question entière, quatre à la fois : ${worded(await measure(4, ask))}`);
    await reportHybrid(corpus, questions);
    console.log(`mémoire au repos : ${megabytes(process.memoryUsage.rss())}`);
    await measureQdrant(corpus, truths, exact);
  } finally {
    await corpus.close();
    removeFolders();
  }
}

/** Ends of titles, evenly spaced: what people ask about, in the words of the doctrine. */
async function readQuestions({ deps }: IngestedCorpus): Promise<string[]> {
  const titles: string[] = [];
  for await (const page of readTitles(deps.database)) titles.push(...page.map(({ titre }) => titre));
  const step = Math.max(1, Math.floor(titles.length / QUESTIONS));
  const chosen = titles.filter((_, index) => index % step === 0).slice(0, QUESTIONS);
  return chosen.map((titre) => titre.split(" - ").slice(-2).join(" "));
}

/** What the words cost is told by the time of the processor, whatever else the machine does. */
async function reportHybrid({ deps }: IngestedCorpus, questions: readonly string[]): Promise<void> {
  const everyone = () => true;
  const before = process.memoryUsage().arrayBuffers;
  await deps.postings.rank(new Map(), everyone);
  console.log(`racines en mémoire : ${megabytes(process.memoryUsage().arrayBuffers - before)}`);
  const start = process.cpuUsage();
  for (const question of questions) await deps.postings.rank(weighQuestion(question, LEXICON), everyone);
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
): Promise<Load> {
  const recall = await measureRecall(reader, version, truths);
  const load = await measureReader(reader, version, truths);
  console.log(`${name} : rappel@10 ${recall.toFixed(3)} ; ${worded(load)}`);
  return load;
}

function measureReader(reader: VectorReader, version: string, truths: readonly Truth[]): Promise<Load> {
  let turn = 0;
  return measure(1, async () => {
    const { vector } = truths[turn++ % truths.length] ?? { vector: new Float32Array() };
    await reader.search({ vector, version, domaine: null, limit: 10 });
  });
}

async function measureQdrant(corpus: IngestedCorpus, truths: readonly Truth[], exact: Load): Promise<void> {
  const url = Bun.env["QDRANT_TEST_URL"];
  if (url === undefined) return await measureOverhead(truths);
  const apiKey = Bun.env["QDRANT_TEST_API_KEY"] ?? null;
  const connection = { url, apiKey, prefix: `banc-${crypto.randomUUID()}` };
  const index = openQdrantIndex(connection);
  await rebuildBeside(derivedVectors(corpus.deps.database, index, corpus.version));
  for (const isExact of [true, false]) {
    const name = isExact ? "Qdrant, exact" : "Qdrant, par son graphe";
    const load = await report(
      name,
      corpus,
      openQdrantReader(connection, () => isExact),
      truths,
    );
    console.log(`${name} / comparaison exacte embarquée : ${(load.p50 / exact.p50).toFixed(2)} (p50)`);
  }
  await index.keepOnly([]);
}

/** The double says nothing of Qdrant's own speed: a few points, for what the client and HTTP take of ours. */
async function measureOverhead(truths: readonly Truth[]): Promise<void> {
  const server = startQdrant();
  const connection = { url: server.url, apiKey: null, prefix: "banc" };
  const points = truths
    .slice(0, OVERHEAD_POINTS)
    .map(({ vector }, index) => point(`BOI-IR-${index}`, "a", vector));
  await openQdrantIndex(connection).rebuild("banc", (writer) => writer.upsert(points));
  const load = await measureReader(
    openQdrantReader(connection, () => true),
    "banc",
    truths,
  );
  console.log(`notre part d'une recherche Qdrant (doublure de ${points.length} points) : ${worded(load)}`);
  await server.stop();
}

function worded({ perSecond, p50, p95 }: Load): string {
  return `${perSecond.toFixed(1)}/s, p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} Mo`;
}
