import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { listStems } from "../../../../search/embeddings/corpus/index.ts";
import { LEXICON, Lexicon, parseLexicon } from "../../../../search/lexicon/lexicon.ts";
import { weighQuestion } from "../../../../search/stems/question.ts";

const FILE = new URL("../../../../search/lexicon/lexicon.txt", import.meta.url);
const LEAST_ENTRIES = 400;

const lexicon = new Lexicon(
  parseLexicon(
    "# Family\n\nnounou, nourrice agréée → garde d'enfants\nmaison → habitation\nmaison de retraite → hébergement",
  ),
);
const joined = (question: string) => lexicon.joinedTo(listStems(question));

describe("the lexicon", () => {
  test.each([
    ["a word, whatever its form", "des nounous à payer", "garde enfant"],
    ["any of the ways to say it", "une nourrice agréée", "garde enfant"],
    [
      "an expression whose words follow one another, stop words aside",
      "la maison de ma retraite",
      "habitation hébergement",
    ],
    ["nothing, when words of an expression are apart", "nourrice non agréée", ""],
    ["nothing to words that it does not know", "un navire", ""],
    ["no word that is asked already", "nounou pour la garde", "enfant"],
  ])("joins %s", (_, question, words) => {
    expect(joined(question)).toEqual(listStems(words));
  });

  test("never replaces a word: those that are asked weigh 1, those that are joined less", () => {
    expect([...weighQuestion("ma nounou", lexicon)]).toEqual([
      ["nounou", 1],
      [stemOf("garde"), 0.5],
      ["enfant", 0.5],
    ]);
  });
});

describe("the lexicon of the service", () => {
  const lines = readFileSync(FILE, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const entries = parseLexicon(lines.join("\n"));

  test("has entries for the whole of tax law", () => {
    expect(entries.length).toBeGreaterThanOrEqual(LEAST_ENTRIES);
    expect(joinedBy("je paie une nounou")).toContain(stemOf("garde"));
    expect(joinedBy("un héritage")).toContain(stemOf("succession"));
    expect(joinedBy("mon artisan plombier")).toContain(stemOf("artisanale"));
  });

  test("says each thing once: an expression is in one entry", () => {
    const said = entries.flatMap((entry) => entry.said.map((stems) => stems.join(" ")));
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
    const idle = entries.filter((entry) =>
      entry.joined.every((stem) => entry.said.every((said) => said.includes(stem))),
    );
    expect(idle).toEqual([]);
  });
});

function joinedBy(question: string): string[] {
  return LEXICON.joinedTo(listStems(question));
}

function stemOf(word: string): string {
  return listStems(word)[0] ?? "";
}
