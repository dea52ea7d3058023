import { describe, expect, test } from "bun:test";
import { completed, gatherCitedLaw, listMentions } from "../../../../../bofip/law/cited/entries.ts";
import { readCitedLaw } from "../../../../../bofip/law/cited/read-cited-law.ts";

const INTRODUCTION =
  "Selon CE, 21 décembre 2018, n° 402006, et la loi n° 2007-1223 du 21 août 2007, article 8. ";
const FIRST = "Voir CE, plén., 21 décembre 2018, n° 402006. ";
const SECOND = "Voir la loi n° 2007-1223 du 21 août 2007, article 9, et CE, 21 décembre 2018, n° 402006.";
const texte = INTRODUCTION + FIRST + SECOND;
const paragraphes = [
  { numero: "1", section: [], start: INTRODUCTION.length, end: INTRODUCTION.length + FIRST.length },
  { numero: "10", section: [], start: INTRODUCTION.length + FIRST.length, end: texte.length },
];

const gathered = (titre = "", text = texte) =>
  gatherCitedLaw({ titre, texte: text, paragraphes, introductionEnd: INTRODUCTION.length });

describe("what a document cites", () => {
  test("is one entry a key, with each of its citations, and with what any of them tells", () => {
    expect(gathered()[0]).toEqual({
      genre: "decision",
      cle: "CE-402006",
      article: null,
      champs: {
        juridiction: "CE",
        formation: "plén.",
        date: "2018-12-21",
        numero: "402006",
        ecli: null,
        url: null,
      },
      rang: "introduction",
      occurrences: [
        { paragraphe: null, texte: "CE, 21 décembre 2018, n° 402006" },
        { paragraphe: "1", texte: "CE, plén., 21 décembre 2018, n° 402006" },
        { paragraphe: "10", texte: "CE, 21 décembre 2018, n° 402006" },
      ],
    });
  });
  test("is one entry for each article of a statute", () => {
    expect(gathered().map(({ cle, article, rang }) => [cle, article, rang])).toEqual([
      ["CE-402006", null, "introduction"],
      ["loi-2007-1223", "8", "introduction"],
      ["loi-2007-1223", "9", "corps"],
    ]);
  });
  test("begins with the title", () => {
    const [decision] = gathered("IS - Suites de l'arrêt CE, 21 décembre 2018, n° 402006");
    expect(decision).toMatchObject({ cle: "CE-402006", rang: "titre" });
    expect(decision?.occurrences.map(({ paragraphe }) => paragraphe)).toEqual([null, null, "1", "10"]);
  });
  test("without a key, is one entry for the citations that say the same", () => {
    const text = "L'arrêt du Conseil d'État du 8 mars 2004, puis l'arrêt du Conseil d'État du 8 mars 2004.";
    const other = `${text} L'arrêt du Conseil d'État du 9 mars 2004.`;
    expect(gathered("", other).map(({ cle, occurrences }) => [cle, occurrences.length])).toEqual([
      [null, 2],
      [null, 1],
    ]);
  });
  test("is nothing where nothing is cited", () => {
    expect(gathered("", "Le bénéfice est imposable.")).toEqual([]);
  });
});

test("mentions of every kind come in the order of the text", () => {
  const text = "Loi n° 2007-1223 du 21 août 2007 ; CE, 21 décembre 2018, n° 402006 ; loi n° 2012-1509.";
  const mentions = listMentions(readCitedLaw(text));
  expect(mentions.map(({ genre, cle }) => [genre, cle])).toEqual([
    ["norme", "loi-2007-1223"],
    ["decision", "CE-402006"],
    ["norme", "loi-2012-1509"],
  ]);
  for (const { start, end, texte: words } of mentions) expect(text.slice(start, end)).toBe(words);
});

test("what one place does not tell is taken from another, and nothing else", () => {
  expect(completed({ date: null, numero: "1" }, { date: "2020-01-01", numero: "2" })).toEqual({
    date: "2020-01-01",
    numero: "1",
  });
});
