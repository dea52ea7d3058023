import { describe, expect, test } from "bun:test";
import { listStems } from "../../../../search/embeddings/corpus/index.ts";
import { AS_ASKED } from "../../../../search/lexicon/everyday-french.ts";
import {
  KnownQuestions,
  parseQuestions,
  readKnownQuestions,
} from "../../../../search/lexicon/known-questions.ts";
import { completeQuestion } from "../../../../search/stems/question.ts";

const FILE = `# Children

ma nounou garde mon bébé, j'ai droit à quoi → crédit d'impôt, frais de garde des jeunes enfants
ma nounou est malade, je paie une autre dame → frais de garde, assistante maternelle remplaçante
mon gamin mange à la cantine, je récupère quelque chose → frais de cantine exclus de la réduction
mon ex ne paie plus la pension du petit → pension alimentaire impayée
`;
const questions = new KnownQuestions(() => parseQuestions(FILE));
const restate = (question: string) => questions.restate(listStems(question));
const wordsOf = (question: string) => restate(question).words.map(({ words }) => words);

describe("known questions", () => {
  test("say a question that resembles them in the doctrine's words, the nearest first", () => {
    expect(wordsOf("ma nounou qui garde mon bébé est malade")).toEqual([
      "crédit d'impôt, frais de garde des jeunes enfants",
      "frais de garde, assistante maternelle remplaçante",
    ]);
  });

  test("give a word of two of them the weight of both, and the nearest question's words more than the next's", () => {
    const { stems } = restate("ma nounou qui garde mon bébé est malade");
    const weightOf = (word: string) => stems.get(listStems(word)[0] ?? "") ?? 0;
    expect(weightOf("frais")).toBeCloseTo(weightOf("jeunes") + weightOf("maternelle"), 10);
    expect(weightOf("jeunes")).toBeGreaterThan(weightOf("maternelle"));
  });

  test.each([
    ["that resembles none of them", "un navire sous pavillon étranger"],
    ["whose words are the doctrine's", "crédit d'impôt au titre des frais de garde des jeunes enfants"],
    ["without a word", ""],
  ])("leave a question %s as it is", (_, question) => {
    expect(restate(question)).toEqual({ words: [], stems: new Map() });
  });

  test("weigh a word that one alone says less than a word that was asked, even for that very question", () => {
    const { stems } = restate("mon ex ne paie plus la pension du petit");
    const weight = stems.get(listStems("impayée")[0] ?? "");
    expect(weight).toBeGreaterThan(0.5);
    expect(weight).toBeLessThan(1);
  });

  test("are read once, when first asked", () => {
    let reads = 0;
    const counted = new KnownQuestions(() => {
      reads += 1;
      return parseQuestions(FILE);
    });
    expect(reads).toBe(0);
    counted.load();
    counted.restate(["nounou"]);
    expect(reads).toBe(1);
  });

  test("add to what is asked, and never replace it", () => {
    const { stems, text } = completeQuestion("la pension de mon ex pour le petit", {
      ...AS_ASKED,
      questions,
    });
    for (const stem of listStems("pension ex petit")) expect(stems.get(stem)).toBeGreaterThanOrEqual(1);
    expect(text).toBe("la pension de mon ex pour le petit pension alimentaire impayée");
  });
});

describe("the known questions of the service", () => {
  const LONGEST_RESTATEMENT = 180;
  const MOST_STEMS = 24;
  const known = readKnownQuestions();
  const service = new KnownQuestions(() => known);

  test("are thousands, for the whole of tax law", () => {
    expect(known.length).toBeGreaterThan(6_500);
  });

  test("are all different, say more than one word, and are restated in few", () => {
    const written = known.map(({ asked }) => asked.toSorted().join(" "));
    expect(written.filter((stems, at) => written.indexOf(stems) !== at)).toEqual([]);
    const unfit = known.filter(
      ({ asked, restated: { words, stems } }) =>
        asked.length < 2 || stems.length < 2 || words.length > LONGEST_RESTATEMENT || words.includes("BOI-"),
    );
    expect(unfit).toEqual([]);
  });

  test("add a bounded number of stems to any of them", () => {
    const counts = known.map(({ asked }) => service.restate(asked).stems.size);
    expect(Math.max(...counts)).toBeLessThanOrEqual(MOST_STEMS);
  });
});
