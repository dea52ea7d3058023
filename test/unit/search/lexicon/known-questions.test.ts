import { describe, expect, test } from "bun:test";
import { listStems } from "../../../../search/embeddings/corpus/terms.ts";
import {
  KnownQuestions,
  parseQuestions,
  readKnownQuestions,
} from "../../../../search/lexicon/known-questions.ts";
import { AS_ASKED } from "../../../../search/lexicon/lexicon.ts";
import { completeQuestion } from "../../../../search/stems/passage-matches.ts";

const FILE = `# Children

ma nounou garde mon bébé, j'ai droit à quoi → crédit d'impôt, frais de garde des jeunes enfants
ma nounou est malade, je paie une autre dame → frais de garde, assistante maternelle remplaçante
la nounou de mon bébé est aussi femme de ménage → frais de garde, salarié à domicile
mon gamin mange à la cantine, je récupère quelque chose → frais de cantine exclus de la réduction
mon ex ne paie plus la pension du petit → pension alimentaire impayée
`;
const questions = new KnownQuestions(() => parseQuestions(FILE));
const restate = (question: string) => questions.restate(listStems(question));
const weightsOf = (question: string) => {
  const { stems } = restate(question);
  return (word: string) => stems.get(listStems(word)[0] ?? "") ?? 0;
};

describe("known questions", () => {
  const question = "ma nounou qui garde mon bébé est malade, je paie une autre dame";

  test("say a question as the nearest of them is restated", () => {
    expect(restate(question).words?.words).toBe("frais de garde, assistante maternelle remplaçante");
  });

  test("add the words that two of them say, which weigh more than those of one", () => {
    const weightOf = weightsOf(question);
    expect(weightOf("frais")).toBe(weightOf("garde"));
    expect(weightOf("frais")).toBeGreaterThan(weightOf("maternelle"));
  });

  test("believe the nearest alone when it is near, the others where two of them agree", () => {
    const weightOf = weightsOf(question);
    expect(weightOf("maternelle")).toBeGreaterThan(0);
    expect(weightOf("jeunes")).toBe(0);
  });

  test.each([
    ["that resembles none of them", "un navire sous pavillon étranger"],
    ["that has but one word of any", "une nounou sous pavillon étranger"],
    ["whose words are the doctrine's", "crédit d'impôt au titre des frais de garde des jeunes enfants"],
    ["without a word", ""],
  ])("leave a question %s as it is", (_, asked) => {
    expect(restate(asked)).toEqual({ words: null, stems: new Map() });
  });

  test("weigh a word that one alone says less than a word that was asked, even for that very question", () => {
    const weight = weightsOf("mon ex ne paie plus la pension du petit")("impayée");
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
    expect(known.length).toBeGreaterThan(10_000);
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
