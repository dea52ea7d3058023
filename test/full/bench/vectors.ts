import { rebuildBeside } from "../../../ingest/derived/in-step.ts";
import { derivedVectors, readQuestions, sampleOf } from "../../../ingest/derived/vectors/version.ts";
import type { Holdings } from "../../../search/vectors/exact/holdings.ts";
import { loadHoldings } from "../../../search/vectors/exact/load-holdings.ts";
import { openQdrantReader } from "../../../search/vectors/open.ts";
import type { Judgement, VectorReader } from "../../../search/vectors/port.ts";
import { openQdrantIndex } from "../../../search/vectors/qdrant/index.ts";
import { searchByMeaning } from "../../../src/features/hybrid/semantic.ts";
import { NO_QUESTIONS } from "../../fixtures/points.ts";
import { SITE } from "../../fixtures/site.ts";
import { removeFolders } from "../../folders.ts";
import { createDatabase, stopServer } from "../../servers/postgres.ts";
import { startQdrant } from "../../servers/qdrant.ts";
import { qdrantAbsence, qdrantServer, stopQdrant } from "../../servers/real-qdrant.ts";
import { type BareServer, startBareServer } from "./bare.ts";
import { generateCorpus, smallSource } from "./corpus.ts";
import { type Load, measure, timed } from "./load.ts";
import { randomHoldings } from "./random-holdings.ts";
import { findTruths, measureRecall, NEAREST, type Truth } from "./recall.ts";
import { type IngestedCorpus, ingestCorpus } from "./semantic-corpus.ts";
import { WholeScan } from "./whole-scan.ts";

const QUESTIONS = 100;
/** Of the double, whose speed is not Qdrant's. */
const DOUBLE_POINTS = 2_000;
const ROUNDS = 5;

/**
 * The nearest passages of a question whose vector is made: embedded, and in Qdrant: that of QDRANT_URL (with
 * QDRANT_API_KEY), or the server of the tests; its collections are removed afterwards. On the 452 documents of the test corpus, or with
 * `--documents 9135` (options of the generator) at real size.
 */
export async function run(options: readonly string[]): Promise<void> {
  const { url: databaseUrl, drop } = await createDatabase();
  const source = options.length === 0 ? smallSource() : generateCorpus(options);
  const corpus = await ingestCorpus(source, { kind: "server", url: databaseUrl });
  try {
    const { version, deps } = corpus;
    const truths = await findTruths(corpus, await readQuestions(deps.database, QUESTIONS));
    console.log(`passages : ${corpus.passages} ; questions : ${truths.length}`);
    const vectors = truths.map(({ vector }) => vector);
    reportEmbedded("ce corpus", await loadHoldings(deps.database, { version, set: "present" }, []), vectors);
    reportEmbedded("autant de passages que la doctrine, tirés au sort", randomHoldings(), vectors);
    await reportReader("embarqué, dans son fil", deps.vectors, version, truths);
    await reportOurPart(corpus, truths);
    const url = Bun.env["QDRANT_URL"] ?? (qdrantAbsence === null ? (await qdrantServer()).url : null);
    if (url === null)
      console.log(`Qdrant : ni QDRANT_URL ni serveur d'essai (${qdrantAbsence}) : non mesuré.`);
    else for (const exact of [false, true]) await reportQdrant(corpus, truths, { url, exact });
    await deps.vectors.ping(version);
  } finally {
    await corpus.close();
    await drop();
    await stopServer();
    await stopQdrant();
    removeFolders();
  }
}

/** By the time of the processor, whatever else the machine does. */
function reportEmbedded(name: string, holdings: Holdings, vectors: readonly Float32Array[]): void {
  const reference = new WholeScan(holdings);
  const search = (vector: Float32Array) => holdings.search({ vector, domaine: null, limit: NEAREST });
  let [found, expected] = [0, 0];
  for (const vector of vectors) {
    const hits = new Set(search(vector).map(({ boiId }) => boiId));
    const nearest = reference.search(vector, NEAREST);
    found += nearest.filter((boiId) => hits.has(boiId)).length;
    expected += nearest.length;
  }
  const ours = processorMs(vectors, search);
  const whole = processorMs(vectors, (vector) => reference.search(vector, NEAREST));
  const ratio = `${((100 * ours) / whole).toFixed(0)} %`;
  console.log(
    `embarqué, ${name} : ${ours.toFixed(1)} ms de processeur, comparaison en TypeScript ${whole.toFixed(1)} (${ratio}), rappel@10 de celle-ci ${(found / expected).toFixed(3)}`,
  );
}

/** Of one call. */
function processorMs(vectors: readonly Float32Array[], work: (vector: Float32Array) => unknown): number {
  const start = process.cpuUsage();
  for (const vector of vectors) work(vector);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000 / vectors.length;
}

async function reportReader(
  name: string,
  reader: VectorReader,
  version: string,
  truths: readonly Truth[],
): Promise<void> {
  const recall = await measureRecall(reader, version, truths);
  let turn = 0;
  const ask = async () => {
    const { vector } = truths[turn++ % truths.length] ?? { vector: new Float32Array() };
    await reader.search({ vector, version, domaine: null, limit: NEAREST });
  };
  const loads = [await measure(1, ask), await measure(8, ask)].map(worded).join(" ; à huit : ");
  console.log(`${name} : rappel@10 des vecteurs entiers ${recall.toFixed(3)} ; à un : ${loads}`);
}

/** What a question costs this process beside Qdrant, whose answers come ready made from another process. */
async function reportOurPart({ deps, version }: IngestedCorpus, truths: readonly Truth[]): Promise<void> {
  const server = await startReadyAnswers({ deps, version }, truths);
  const vectors = openQdrantReader({ url: server.url, apiKey: null, prefix: "banc" });
  const searches = await processorMsOf(truths, async ({ vector }) => {
    await vectors.search({ vector, version, domaine: null, limit: NEAREST });
  });
  const embedder = await deps.embedders.of(version);
  let turn = 0;
  const next = async () => truths[turn++ % truths.length]?.vector ?? null;
  const embedders = { canHave: () => true, of: async () => ({ ...embedder, embedQuestion: next }) };
  const whole = await processorMsOf(truths, async () => {
    const request = { question: "impôt", domaine: null, limit: NEAREST };
    await searchByMeaning({ ...deps, ...SITE, vectors, embedders }, request);
  });
  const texts = (whole - searches).toFixed(2);
  console.log(
    `notre part d'une question à Qdrant : ${searches.toFixed(2)} ms de processeur (appel, lecture, documents), ${texts} pour lire et montrer les textes (PostgreSQL non compris)`,
  );
  await server.stop();
}

/** What the double answers to the questions, a part of the corpus filled into it. */
async function startReadyAnswers(
  { deps, version }: Pick<IngestedCorpus, "deps" | "version">,
  truths: readonly Truth[],
): Promise<BareServer> {
  const double = startQdrant();
  const connection = { url: double.url, apiKey: null, prefix: "banc" };
  const holdings = await loadHoldings(deps.database, { version, set: "present" }, []);
  const points = holdings.texts
    .flatMap(({ boiId, domaine, first, last }) =>
      Array.from({ length: last - first }, (_, at) => ({
        boiId,
        domaine,
        textHash: holdings.textHashes[first + at] ?? "",
        vector: { components: holdings.componentsOf(first + at), scale: holdings.scales[first + at] ?? 0 },
      })),
    )
    .slice(0, DOUBLE_POINTS);
  await openQdrantIndex(connection).rebuild(version, (writer) => writer.upsert(points), NO_QUESTIONS);
  const reader = openQdrantReader(connection);
  for (const { vector } of truths) await reader.search({ vector, version, domaine: null, limit: NEAREST });
  const [alias = ""] = [...double.engine.aliases.keys()].filter((name) => name.endsWith("-graph"));
  const path = `/collections/${alias}/points/query`;
  const requests = double.asked.map((body) => ({ path, body: JSON.stringify(body) }));
  const bodies: string[] = [];
  for (const { body } of requests)
    bodies.push(await (await fetch(`${double.url}${path}`, { method: "POST", body })).text());
  await double.stop();
  return await startBareServer({ requests, bodies });
}

async function processorMsOf(
  truths: readonly Truth[],
  work: (truth: Truth) => Promise<void>,
): Promise<number> {
  for (const truth of truths) await work(truth);
  const start = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round++) for (const truth of truths) await work(truth);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000 / (ROUNDS * truths.length);
}

async function reportQdrant(
  { deps, version }: IngestedCorpus,
  truths: readonly Truth[],
  { url, exact }: { readonly url: string; readonly exact: boolean },
): Promise<void> {
  const apiKey = Bun.env["QDRANT_API_KEY"] ?? null;
  const connection = { url, apiKey, exact, prefix: `banc-${crypto.randomUUID()}` };
  const index = openQdrantIndex(connection);
  const name = exact ? "Qdrant, QDRANT_EXACT=on" : "Qdrant";
  const judgements: Judgement[] = [];
  const sample = sampleOf(deps.database, await deps.embedders.of(version), {
    onWait: async () => {},
    judged: (judgement) => judgements.push(judgement),
  });
  try {
    const filled = await timed(() => rebuildBeside(derivedVectors(deps.database, index, version, sample)));
    console.log(`${name} : rempli, construit et jugé en ${(filled / 1_000).toFixed(0)} s`, judgements);
    await reportReader(name, openQdrantReader(connection), version, truths);
  } finally {
    await index.keepOnly([]);
  }
}

function worded({ perSecond, p50, p95 }: Load): string {
  return `${perSecond.toFixed(1)}/s, p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;
}
