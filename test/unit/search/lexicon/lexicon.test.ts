import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { listStems } from "../../../../search/embeddings/corpus/terms.ts";
import {
  AS_ASKED,
  ENTRIES,
  EVERYDAY_FRENCH,
  LEXICON,
  Lexicon,
  parseLexicon,
} from "../../../../search/lexicon/lexicon.ts";
import { completeQuestion } from "../../../../search/stems/passage-matches.ts";

const FOLDER = new URL("../../../../search/lexicon/entries/", import.meta.url);
const LEAST_ENTRIES = 2_200;

const lexicon = new Lexicon(
  parseLexicon(
    "# Family\n\nnounou, nourrice agréée → garde d'enfants\nmaison → habitation\nretraite → pension\nmaison de retraite → hébergement\nnounou à domicile → salarié",
  ),
);
const french = { ...AS_ASKED, lexicon };
const joined = (question: string) => lexicon.joinedTo(listStems(question)).stems;

describe("the lexicon", () => {
  test.each([
    ["a word, whatever its form", "des nounous à payer", "garde enfant"],
    ["any of the ways to say it", "une nourrice agréée", "garde enfant"],
    [
      "an expression whose words follow one another, stop words aside",
      "la maison de ma retraite",
      "hébergement",
    ],
    ["what each of two expressions says", "la maison de la nounou", "habitation garde enfant"],
    [
      "what the longest wording says alone, its parts saying something else",
      "maison de retraite",
      "hébergement",
    ],
    [
      "what a part says, where it stands alone as well",
      "maison de retraite, maison",
      "hébergement habitation",
    ],
    ["nothing, when words of an expression are apart", "nourrice non agréée", ""],
    ["nothing to words that it does not know", "un navire", ""],
    ["no word that is asked already", "nounou pour la garde", "enfant"],
  ])("joins %s", (_, question, words) => {
    expect(joined(question)).toEqual(listStems(words));
  });

  test("never replaces a word: those that are asked weigh 1, those that are joined less", () => {
    expect([...completeQuestion("ma nounou", french).stems]).toEqual([
      ["nounou", 1],
      [stemOf("garde"), 0.5],
      ["enfant", 0.5],
    ]);
  });

  test.each([
    ["the question, then the doctrine's words as they are written", "ma nounou", "ma nounou garde d'enfants"],
    ["those of each entry once", "nounou ou nourrice agréée", "nounou ou nourrice agréée garde d'enfants"],
    ["a question that it knows nothing of as it is", "Un navire ?", "Un navire ?"],
  ])("has the meaning look for %s", (_, question, text) => {
    expect(completeQuestion(question, french).text).toBe(text);
  });
});

describe("the lexicon of the service", () => {
  test("adds no more than a passage holds to the longest question that is all everyday words", () => {
    const question = ENTRIES.map(({ said }) => said[0]?.join(" ") ?? "")
      .join(" ")
      .slice(0, 500);
    const { text, stems } = completeQuestion(question, EVERYDAY_FRENCH);
    expect(text.length).toBeGreaterThan(question.length);
    expect(text.length).toBeLessThanOrEqual(1_250);
    expect(stems.size).toBeLessThan(250);
  });

  const lines = readdirSync(FOLDER)
    .flatMap((file) => readFileSync(new URL(file, FOLDER), "utf8").split("\n"))
    .filter((line) => line !== "" && !line.startsWith("#"));

  test("has entries for the whole of tax law", () => {
    expect(ENTRIES.length).toBeGreaterThanOrEqual(LEAST_ENTRIES);
    expect(joinedBy("je paie une nounou")).toContain(stemOf("garde"));
    expect(joinedBy("un héritage")).toContain(stemOf("succession"));
    expect(joinedBy("mon artisan plombier")).toContain(stemOf("artisanale"));
    expect(joinedBy("l'assmat de mon fils")).toContain(stemOf("maternels"));
  });

  test("says each thing once: an expression is in one entry", () => {
    const said = ENTRIES.flatMap((entry) => entry.said.map((stems) => stems.join(" ")));
    expect(said.filter((expression, index) => said.indexOf(expression) !== index)).toEqual([]);
  });

  test("has no expression of stop words alone, and none that its stems reduce to a single word", () => {
    const reduced = lines.flatMap((line) => {
      const [said = ""] = line.split("→");
      return said
        .split(",")
        .filter(
          (expression) =>
            listStems(expression).length < Math.min(2, expression.trim().split(/[ '-]+/).length),
        );
    });
    expect(reduced).toEqual([]);
  });

  test("has no entry that joins nothing", () => {
    const idle = ENTRIES.filter(({ joined: { stems }, said }) =>
      stems.every((stem) => said.every((expression) => expression.includes(stem))),
    );
    expect(idle).toEqual([]);
  });
});

function joinedBy(question: string): readonly string[] {
  return LEXICON.joinedTo(listStems(question)).stems;
}

function stemOf(word: string): string {
  return listStems(word)[0] ?? "";
}
