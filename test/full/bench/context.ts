import { parseArgs } from "node:util";
import { keyOf } from "../../../src/features/context/ranked.ts";
import { readContext } from "../../../src/features/context/service.ts";
import type { HybridDeps } from "../../../src/features/hybrid/service.ts";
import { findDocuments, searchHybrid } from "../../../src/features/hybrid/service.ts";
import { SITE } from "../../fixtures/site.ts";
import { removeFolders } from "../../folders.ts";
import { smallSource } from "./corpus.ts";
import { meanOf } from "./relevance/interval.ts";
import { hasTestSet, type JudgedQuestion, readTestSet } from "./relevance/test-set.ts";
import { ingestCorpus } from "./semantic-corpus.ts";

const BUDGETS = [4_000, 12_000, 30_000] as const;
/** Enough to fill the largest budget with the § of hits. */
const HITS = 50;
/** Of times: the first ones warm both sides. */
const ROUNDS = 6;
const WARMING = 2;

interface Pack {
  readonly keys: ReadonlySet<string>;
  readonly milliseconds: number;
}

type FillPack = (question: string, budget: number) => Promise<Pack>;

/**
 * The § of the public test set that a pack of `/v1/contexte` holds, by budget, beside those that the § of the first
 * hits of hybrid search give in their order within the same budget, by the corpus model; then how long a pack takes
 * beside a search of the same question.
 * @param options `--closed` the half that settles nothing.
 */
export async function run(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: { closed: { type: "boolean", default: false } },
  });
  const half = values.closed ? "closed" : "open";
  if (!hasTestSet(half)) return console.log(`Les questions « ${half} » sont absentes : rien à mesurer.`);
  const questions = readTestSet(half).filter(({ list }) => list === "everyday" || list === "professional");
  const corpus = await ingestCorpus(smallSource());
  try {
    console.log("à budget égal | part des § attendus, moyenne par question / de tous | au moins un | ms");
    for (const budget of BUDGETS) {
      await report(`contexte, ${budget}`, questions, budget, packOf(corpus.deps));
      await report(`premiers résultats, ${budget}`, questions, budget, hitsOf(corpus.deps));
    }
    await reportTimes(questions, corpus.deps);
  } finally {
    await corpus.close();
    removeFolders();
  }
}

async function report(
  name: string,
  questions: readonly JudgedQuestion[],
  budget: number,
  fill: FillPack,
): Promise<void> {
  const rows: { found: number; expected: number; milliseconds: number }[] = [];
  for (const { asked, gold } of questions) {
    const { keys, milliseconds } = await fill(asked, budget);
    const expected = gold.flatMap(({ id, paragraphs }) =>
      paragraphs.length === 0 ? [`BOI-${id}`] : paragraphs.map((numero) => `BOI-${id} ${numero}`),
    );
    rows.push({
      found: expected.filter((key) => keys.has(key)).length,
      expected: expected.length,
      milliseconds,
    });
  }
  const percent = (share: number) => (100 * share).toFixed(1);
  const total = (of: "found" | "expected") => rows.reduce((sum, row) => sum + row[of], 0);
  const shares = meanOf(rows.map(({ found, expected }) => found / expected));
  const any = meanOf(rows.map(({ found }) => (found > 0 ? 1 : 0)));
  const figures = [`${percent(shares)} / ${percent(total("found") / total("expected"))}`, percent(any)];
  console.log(
    [name, ...figures, medianOf(rows.map(({ milliseconds }) => milliseconds)).toFixed(1)].join(" | "),
  );
}

/**
 * How long a context takes beside hybrid search of the same question, each as its route asks by default: one after the
 * other, in turn, so that a busy machine slows both.
 */
async function reportTimes(questions: readonly JudgedQuestion[], deps: HybridDeps): Promise<void> {
  const search = (question: string) =>
    searchHybrid({ ...deps, ...SITE }, { question, filter: {}, limit: 10 });
  const pack = packOf(deps);
  const pairs: { search: number; context: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { asked } of questions) {
      const before = round % 2 === 0 ? (await pack(asked, 12_000)).milliseconds : null;
      const began = performance.now();
      await search(asked);
      const milliseconds = performance.now() - began;
      const context = before ?? (await pack(asked, 12_000)).milliseconds;
      if (round >= WARMING) pairs.push({ search: milliseconds, context });
    }
  const figures = [
    `recherche hybride ${medianOf(pairs.map((pair) => pair.search)).toFixed(1)} ms`,
    `contexte ${medianOf(pairs.map((pair) => pair.context)).toFixed(1)} ms`,
    `rapport ${medianOf(pairs.map((pair) => pair.context / pair.search)).toFixed(2)}`,
  ];
  console.log(`médianes, par question : ${figures.join(" ; ")}`);
}

function medianOf(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

function packOf(deps: HybridDeps): FillPack {
  return async (question, budget) => {
    const began = performance.now();
    const request = { question, budget, filter: {}, date: null };
    const { answer } = await readContext({ ...deps, ...SITE }, request);
    const milliseconds = performance.now() - began;
    const keys = answer.elements.flatMap(({ boi_id: boiId, numero }) =>
      boiId === null ? [] : [keyOf({ boiId, numero })],
    );
    return { keys: new Set(keys), milliseconds };
  };
}

/** The § where the passages of the hits begin, whole, in the order of the hits. */
function hitsOf(deps: HybridDeps): FillPack {
  return async (question, budget) => {
    const began = performance.now();
    const { documents } = await findDocuments(deps, { question, filter: {}, limit: HITS });
    const milliseconds = performance.now() - began;
    const keys = new Set<string>();
    let left = budget;
    for (const { source, passages } of documents)
      for (const { paragraphe: numero } of passages) {
        const span = source.spans.find((one) => one.numero === numero);
        const length = span === undefined ? source.contenu_texte.length : span.end - span.start;
        const key = keyOf({ boiId: source.boi_id, numero });
        if (length > left || keys.has(key)) continue;
        keys.add(key);
        left -= length;
      }
    return { keys, milliseconds };
  };
}
