import { NO_FILTER } from "../../../db/engine/document-filter.ts";
import { analyze, isStopWord } from "../../../search/fulltext/analyzer/index.ts";
import { openFullTextIndex, openFullTextReader } from "../../../search/fulltext/open.ts";
import { parseQuery } from "../../../search/fulltext/query/parse.ts";
import { AS_ASKED, EVERYDAY_FRENCH } from "../../../search/lexicon/lexicon.ts";
import { PLAIN } from "../../fixtures/fulltext.ts";
import { openRankings } from "../../fixtures/hybrid-ranking.ts";
import {
  hasRealCorpus,
  type RealDocument,
  readRealCorpus,
  readSampleCorpus,
} from "../../fixtures/real-corpus.ts";
import type { Search } from "../../fixtures/semantic-ranking.ts";
import { removeFolders, temporaryFolder } from "../../folders.ts";
import { meanOf, pairedInterval } from "./relevance/interval.ts";
import { PROMISED, type Question, rankOf, readQuestions } from "./relevance/questions.ts";

/** Any constant: what the draws of a training change is within the intervals. */
const SEED = 1;
const ALL = 500;
const FIRST_TEN = 10;
/** Of a query of the full text. */
const MOST_WORDS = 32;
const SAID: Readonly<Record<string, string>> = {
  everyday: "courantes (72)",
  lay: "profanes",
  professional: "de métier",
  titles: "titres de rescrits",
  sample: "corpus d'essai",
};

/**
 * Questions of our own, by kind: how often each way to search has a right document in the first ten, and the mean
 * reciprocal rank; then what the hybrid search gains on the vectors alone, with its 95 % interval.
 */
export async function run(): Promise<void> {
  if (!hasRealCorpus) {
    console.log("Le corpus réel est absent : mesures sur le corpus d'essai, de peu de portée.");
    return await report(await readSampleCorpus(), { sample: readQuestions("sample") });
  }
  const documents = await readRealCorpus();
  await report(documents, {
    lay: readQuestions("lay"),
    everyday: readQuestions("everyday"),
    professional: readQuestions("professional"),
    titles: titlesOf(documents),
  });
}

type Kinds = Readonly<Record<string, readonly Question[]>>;

async function report(documents: readonly RealDocument[], kinds: Kinds): Promise<void> {
  const rankings = await openRankings(documents, SEED);
  const fulltext = await openFullText(documents);
  const ways: Readonly<Record<string, Search>> = {
    "plein texte, OU des mots": fulltext.search,
    sens: rankings.byMeaning,
    mots: rankings.byWords(AS_ASKED),
    "mots et français courant": rankings.byWords(EVERYDAY_FRENCH),
    hybride: rankings.hybrid(AS_ASKED),
    "hybride et français courant": rankings.hybrid(EVERYDAY_FRENCH),
  };
  console.log(["Hit@10 %, MRR", ...Object.keys(kinds).map((kind) => SAID[kind] ?? kind)].join(" | "));
  const ranks = new Map<string, readonly (readonly number[])[]>();
  for (const [way, search] of Object.entries(ways)) {
    const found = await Promise.all(Object.values(kinds).map((questions) => ranksOf(questions, search)));
    ranks.set(way, found);
    console.log([way, ...found.map(worded)].join(" | "));
  }
  const before = ranks.get("sens") ?? [];
  for (const way of ["hybride", "hybride et français courant"]) {
    const gains = (ranks.get(way) ?? []).map((after, kind) => wordedGain(before[kind] ?? [], after));
    console.log([`${way} − sens, Hit@10 (95 %)`, ...gains].join(" | "));
  }
  const promised = await ranksOf(PROMISED, rankings.hybrid(EVERYDAY_FRENCH));
  console.log(`rangs des questions promises, hybride et français courant : ${promised.join(", ")}`);
  await fulltext.close();
  removeFolders();
}

/** The rescrits by the last part of their titles: whoever knows what is looked for. */
function titlesOf(documents: readonly RealDocument[]): Question[] {
  return documents
    .filter(({ boiId }) => boiId.startsWith("BOI-RES-"))
    .map(({ boiId, titre }) => ({
      asked: titre.split(" - ").at(-1) ?? "",
      right: [boiId.slice("BOI-".length)],
    }));
}

/** For reference: any of the question's words, by the embedded engine. */
async function openFullText(documents: readonly RealDocument[]) {
  const config = { dataDir: temporaryFolder(), fulltext: { kind: "embedded" } } as const;
  await openFullTextIndex(config).rebuild((writer) =>
    writer.upsert(documents.map((document) => ({ ...document, ...PLAIN, hash: document.boiId }))),
  );
  const reader = openFullTextReader(config);
  const search: Search = async (question) => {
    const words = analyze(question).flatMap(({ surface }) => (isStopWord(surface) ? [] : [surface]));
    const query = parseQuery(words.slice(0, MOST_WORDS).join(" OU ")).node;
    const { hits } = await reader.search({ query, filter: NO_FILTER, limit: ALL, offset: 0 });
    return hits.map(({ boiId }) => boiId);
  };
  return { search, close: () => reader.close() };
}

function ranksOf(questions: readonly Question[], search: Search): Promise<number[]> {
  return Promise.all(questions.map(async (question) => rankOf(question, await search(question.asked))));
}

function hitsOf(ranks: readonly number[]): number[] {
  return ranks.map((rank) => (rank <= FIRST_TEN ? 100 : 0));
}

function worded(ranks: readonly number[]): string {
  return `${meanOf(hitsOf(ranks)).toFixed(0)}, ${meanOf(ranks.map((rank) => 1 / rank)).toFixed(3)}`;
}

function wordedGain(before: readonly number[], after: readonly number[]): string {
  const { difference, low, high } = pairedInterval(hitsOf(before), hitsOf(after));
  const [gain, from, to] = [difference, low, high].map((points) => points.toFixed(0));
  return `${gain} [${from} ; ${to}]`;
}
