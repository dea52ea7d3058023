import { describe, expect, test } from "bun:test";
import { type Segment, WordComparison } from "../../../../bofip/comparison/word-segments.ts";

const CASES: readonly (readonly [why: string, before: string, after: string, marked: string])[] = [
  ["one word", "le taux réduit.", "le taux majoré.", "le taux [-réduit-]{+majoré+}."],
  ["a word added", "le taux", "le nouveau taux", "le {+nouveau +}taux"],
  ["a word removed at the end", "le taux réduit", "le taux", "le taux[- réduit-]"],
  ["a decimal number is one word", "soit 1,5 %", "soit 15 %", "soit [-1,5-]{+15+} %"],
  ["a sign", "soit 10 %", "soit 10 €", "soit 10 [-%-]{+€+}"],
  ["white space", "10 000", "10\u00a0000", "10[- -]{+\u00a0+}000"],
  ["an apostrophe", "l'impôt", "l’impôt", "l[-'-]{+’+}impôt"],
  ["outer white space", " le taux", "le taux\n", "[- -]le taux{+\n+}"],
  [
    "words that follow each other",
    "au taux réduit de base",
    "au tarif plein de base",
    "au [-taux réduit-]{+tarif plein+} de base",
  ],
  ["a word moved", "fin un deux trois", "un deux trois fin", "[-fin -]un deux trois{+ fin+}"],
  ["nothing", "le taux", "le taux", "le taux"],
  ["characters of two code units", "a 😀 b", "a 😁 b", "a [-😀-]{+😁+} b"],
  ["all of it", "", "le taux", "{+le taux+}"],
  ["two empty texts", "", "", ""],
];

describe("two § compared by words:", () => {
  test.each(CASES)("%s", (_, before, after, marked) => {
    expect(markedUp(new WordComparison().segments(before, after))).toBe(marked);
  });

  const word = (rank: number) => `mot${rank}`;
  const words = (count: number, at: (rank: number) => string) =>
    Array.from({ length: count }, (_, rank) => at(rank)).join(" ");

  test.each([
    ["words of their own", word],
    ["words that repeat", (rank: number) => `mot${rank % 7}`],
  ])("up to 2,000 changed words, removed and added together, each is shown: %s", (_, at) => {
    const before = words(5_000, at);
    const after = words(5_000, (rank) => (rank % 5 === 0 ? `neuf${rank}` : at(rank)));
    const segments = new WordComparison().segments(before, after);
    expect(segments.filter(({ op }) => op === "ajoute")).toHaveLength(1_000);
    expectBoth(segments, before, after);
  });

  test("beyond, the § is replaced as a whole", () => {
    const before = words(5_000, word);
    const after = words(5_000, (rank) => (rank % 5 === 0 || rank === 1 ? `neuf${rank}` : word(rank)));
    expect(new WordComparison().segments(before, after)).toEqual([
      { op: "retire", texte: before },
      { op: "ajoute", texte: after },
    ]);
  });

  test("many long § of many changes each are all shown", () => {
    const comparison = new WordComparison();
    const before = words(5_000, word);
    const after = words(5_000, (rank) => word(rank < 1_800 ? rank ^ 1 : rank));
    for (let paragraph = 0; paragraph < 6; paragraph++) {
      const segments = comparison.segments(before, after);
      expect(segments.length).toBeGreaterThan(1_800);
      expectBoth(segments, before, after);
    }
  });

  test("a § that has too little in common with itself leaves the words of the next one to be shown", () => {
    const comparison = new WordComparison();
    const before = words(4_000, (rank) => `mot${(rank * rank) % 97}`);
    const after = words(4_000, (rank) => `mot${(rank * rank * rank) % 89}`);
    expect(comparison.segments(before, after)).toHaveLength(2);
    expect(markedUp(comparison.segments("le taux réduit", "le taux plein"))).toBe(
      "le taux [-réduit-]{+plein+}",
    );
  });
});

function markedUp(segments: readonly Segment[]): string {
  const marks = { egal: ["", ""], retire: ["[-", "-]"], ajoute: ["{+", "+}"] } as const;
  return segments.map(({ op, texte }) => marks[op].join(texte)).join("");
}

function expectBoth(segments: readonly Segment[], before: string, after: string): void {
  const without = (op: Segment["op"]) => segments.map((part) => (part.op === op ? "" : part.texte)).join("");
  expect(without("ajoute")).toBe(before);
  expect(without("retire")).toBe(after);
}
