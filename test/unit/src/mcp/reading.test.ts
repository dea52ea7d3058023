import { describe, expect, test } from "bun:test";
import { outline, type Passage, passagesOf, readPage, selectPassages } from "../../../../src/mcp/reading.ts";

const PASSAGES: readonly Passage[] = [
  { paragraphe: null, section: [], texte: "Préambule du document." },
  { paragraphe: "10", section: ["I. Règle"], texte: "Premier texte." },
  { paragraphe: "20", section: ["I. Règle", "A. Plafond général"], texte: "Deuxième texte." },
  { paragraphe: "30", section: ["I. Règle", "B. Exceptions"], texte: "Troisième texte." },
  { paragraphe: "40", section: ["II. Procédure"], texte: "mot ".repeat(100).trim() },
];

const numbers = (passages: readonly Passage[]) => passages.map(({ paragraphe }) => paragraphe);

describe("a document read in order", () => {
  test("starts with what precedes its first §", () => {
    const paragraphes = [{ numero: "10", section: [], texte: "Corps." }];
    expect(passagesOf({ contenu_texte: "Préambule.\n\nCorps.", paragraphes })).toEqual([
      { paragraphe: null, section: [], texte: "Préambule." },
      { paragraphe: "10", section: [], texte: "Corps." },
    ]);
  });

  test("is one passage when it has no §", () => {
    const passages = passagesOf({ contenu_texte: "Barème.", paragraphes: [] });
    expect(passages).toEqual([{ paragraphe: null, section: [], texte: "Barème." }]);
  });
});

describe("a filter", () => {
  for (const [filter, expected] of [
    [{ paragraphe: "20" }, ["20"]],
    [{ paragraphe: "§ 20" }, ["20"]],
    [{ paragraphe: "20-30" }, ["20", "30"]],
    [{ paragraphe: "§§ 10 à 30" }, ["10", "20", "30"]],
    [{ paragraphe: "20\u00a0–\u00a030" }, ["20", "30"]],
    [{ section: "PLAFOND GENERAL" }, ["20"]],
    [{ section: "règle" }, ["10", "20", "30"]],
    [{ section: "règle", paragraphe: "30-40" }, ["30"]],
    [{}, [null, "10", "20", "30", "40"]],
  ] as const) {
    test(`${JSON.stringify(filter)} keeps ${expected.join(", ")}`, () => {
      expect(numbers(selectPassages(PASSAGES, filter))).toEqual([...expected]);
    });
  }

  for (const [filter, passages, words] of [
    [{ paragraphe: "25" }, PASSAGES, "les plus proches : 10, 20, 30, 40 (de 10 à 40)"],
    [{ paragraphe: "30-10" }, PASSAGES, "Le § « 30-10 » n'existe pas"],
    [{ paragraphe: "10" }, PASSAGES.slice(0, 1), "pas de § numérotés"],
    [{ section: "décote" }, PASSAGES, "Sections : I. Règle | I. Règle > A. Plafond général"],
    [{ section: "décote" }, PASSAGES.slice(0, 1), "pas de sections"],
  ] as const) {
    test(`that keeps nothing tells what there is: ${words}`, () => {
      expect(() => selectPassages(passages, filter)).toThrow(words);
    });
  }
});

test.each(["50", "§ 70", "60 à 70"])(
  "§ %s, which the document reserves, is told to have no text",
  (paragraphe) => {
    const ask = () => selectPassages(PASSAGES, { paragraphe }, [{ de: "50", a: "80" }]);
    expect(ask).toThrow("est réservé : il n'a pas de texte");
  },
);

describe("a page", () => {
  test("is whole when it fits", () => {
    expect(readPage(PASSAGES, undefined, 10_000)).toEqual({ passages: [...PASSAGES], suite: null });
  });

  test("ends before the passage that does not fit, and goes on there", () => {
    const first = readPage(PASSAGES, undefined, 60);
    expect([numbers(first.passages), first.suite]).toEqual([[null, "10", "20"], "3:0"]);
    const second = readPage(PASSAGES, "3:0", 60);
    expect([numbers(second.passages), second.suite]).toEqual([["30"], "4:0"]);
  });

  test("cuts at a space a passage that alone is too long, and its pages hold all of it", () => {
    const read: string[] = [];
    let cursor: string | undefined = "4:0";
    while (cursor !== undefined) {
      const page = readPage(PASSAGES, cursor, 55);
      read.push(...page.passages.map(({ texte }) => texte.replace(" […]", "")));
      cursor = page.suite ?? undefined;
    }
    expect(read.length).toBeGreaterThan(5);
    expect(read.join(" ")).toBe(PASSAGES[4]?.texte ?? "");
  });

  test("cuts a text without spaces where it must", () => {
    const passages = [{ paragraphe: "10", section: [], texte: "x".repeat(100) }];
    expect(readPage(passages, undefined, 60)).toEqual({
      passages: [{ paragraphe: "10", section: [], texte: `${"x".repeat(60)} […]` }],
      suite: "0:60",
    });
  });

  test.each(["9:0", "1:999", "nul"])("refuses the cursor %s, which it never gave", (cursor) => {
    expect(() => readPage(PASSAGES, cursor, 60)).toThrow("avec les mêmes filtres");
  });
});

describe("an outline", () => {
  test("gives each heading with its §§", () => {
    expect(outline(PASSAGES)).toEqual([
      { section: "I. Règle", paragraphes: "10" },
      { section: "I. Règle > A. Plafond général", paragraphes: "20" },
      { section: "I. Règle > B. Exceptions", paragraphes: "30" },
      { section: "II. Procédure", paragraphes: "40" },
    ]);
  });

  test("stays at the wide headings of a document that has many", () => {
    const many = Array.from({ length: 40 }, (_, index) => ({
      paragraphe: String(index * 10),
      section: [index < 20 ? "I" : "II", `${index}`],
      texte: "Texte.",
    }));
    expect(outline(many)).toEqual([
      { section: "I", paragraphes: "0-190" },
      { section: "II", paragraphes: "200-390" },
    ]);
  });
});
