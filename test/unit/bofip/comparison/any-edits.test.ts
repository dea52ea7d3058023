import { describe, expect, test } from "bun:test";
import {
  type ComparedText,
  compareTexts,
  type ParagraphChange,
  type TextComparison,
} from "../../../../bofip/comparison/compare.ts";
import { LEAST_SIMILARITY, similarity } from "../../../../bofip/comparison/most-similar.ts";
import { fingerprint } from "../../../../bofip/text/characters.ts";
import { textOf } from "../../../fixtures/compared-texts.ts";
import { Draw } from "../../../full/fuzz/draw.ts";

const SEED = 20;
const DRAWS = 600;

const WORDS = [
  "le",
  "taux",
  "de",
  "l'impôt",
  "est",
  "10 %",
  "1,5",
  "10 000",
  "«",
  "»",
  ";",
  "\n\n- ",
  "| ",
  "😀",
  "réduit",
  "bis",
];

type Paragraph = readonly [numero: string, texte: string];

describe("whatever was edited (drawn texts):", () => {
  const pairs = Array.from({ length: DRAWS }, (_, index) => drawPair(new Draw(SEED, index)));
  const compared = pairs.map(({ before, after }) => ({
    before,
    after,
    forth: compareTexts(before, after),
    back: compareTexts(after, before),
  }));

  test("the draws bring every nature of change, and texts that say the same", () => {
    const natures = new Set(compared.flatMap(({ forth }) => forth.paragraphes.map(({ nature }) => nature)));
    expect([...natures].sort()).toEqual(["ajoute", "modifie", "renumerote", "supprime"]);
    expect(new Set(compared.map(({ forth }) => forth.portee_texte)).size).toBe(2);
    expect(compared.some(({ forth }) => forth.paragraphes.some(({ numero }) => numero === null))).toBe(true);
  });

  test("segments make up both texts of a §, to the character, and none is empty", () => {
    for (const { forth } of compared) for (const change of forth.paragraphes) expectRebuilt(change);
  });

  test("every § of both texts is accounted for exactly once", () => {
    for (const { before, after, forth } of compared) {
      const listed = forth.paragraphes.filter(({ numero }) => numero !== null);
      const lost = listed
        .filter(({ nature }) => nature !== "ajoute")
        .map(({ numero_avant, avant }) => `${numero_avant} ${avant}`);
      const gained = listed
        .filter(({ nature }) => nature !== "supprime")
        .map(({ numero, apres }) => `${numero} ${apres}`);
      expect(lost.length + forth.inchanges).toBe(before.paragraphs.length);
      expect(gained.length + forth.inchanges).toBe(after.paragraphs.length);
      expect(remaining(before, lost)).toEqual(remaining(after, gained));
    }
  });

  test("exchanging the texts exchanges what is added and what is removed", () => {
    for (const { forth, back } of compared) {
      expect(back.portee_texte).toBe(forth.portee_texte);
      expect(back.inchanges).toBe(forth.inchanges);
      expect(linesOf(exchanged(back))).toEqual(linesOf(forth.paragraphes));
    }
  });

  test("a renumbering never hides a change of the text, a change never two § that have nothing in common", () => {
    for (const { forth } of compared)
      for (const { nature, avant, apres, numero, numero_avant } of forth.paragraphes) {
        const isSame = fingerprint(avant) === fingerprint(apres);
        expect(isSame).toBe(nature === "renumerote");
        if (nature === "renumerote") expect(numero).not.toBe(numero_avant);
        if (nature === "modifie" && numero !== null)
          expect(similarity(avant, apres)).toBeGreaterThanOrEqual(LEAST_SIMILARITY);
      }
  });

  test("nothing is called added or removed that only moved", () => {
    for (const { forth } of compared) {
      const textsOf = (wanted: string) =>
        forth.paragraphes.flatMap(({ nature, numero, avant, apres }) =>
          nature === wanted && numero !== null ? [fingerprint(avant || apres)] : [],
        );
      const removed = new Set(textsOf("supprime"));
      expect(textsOf("ajoute").filter((fingerprint) => removed.has(fingerprint))).toEqual([]);
    }
  });
});

function drawPair(draw: Draw): { before: ComparedText; after: ComparedText } {
  const before = Array.from(
    { length: draw.below(7) },
    (_, rank): Paragraph => [`${rank + 1}0`, drawText(draw)],
  );
  const outside = draw.chance(50) ? drawText(draw) : "";
  let after = before;
  for (let edits = draw.below(5); edits > 0; edits--) after = edited(after, draw);
  const outsideAfter = draw.chance(80) ? outside : drawText(draw);
  return { before: textOf(before, outside), after: textOf(after, outsideAfter) };
}

/** Short, so that the same text often has several numbers. */
function drawText(draw: Draw): string {
  return draw
    .several(WORDS, 1 + draw.below(8))
    .join(draw.chance(80) ? " " : "\u00a0")
    .trim();
}

function edited(paragraphs: readonly Paragraph[], draw: Draw): Paragraph[] {
  const at = draw.below(paragraphs.length + 1);
  const [numero = "5", texte = "le taux"] = paragraphs[at] ?? [];
  const edits: (() => Paragraph[])[] = [
    () => paragraphs.toSpliced(at, 1),
    () => paragraphs.toSpliced(at, 0, [`${at}5`, drawText(draw)]),
    () => paragraphs.toSpliced(at, 1, [numero, drawText(draw)]),
    () => paragraphs.toSpliced(at, 1, [numero, texte.replaceAll(" ", draw.oneOf(["\u00a0", "  ", " le "]))]),
    () => paragraphs.toSpliced(at, 1, [`${draw.below(9)}0`, texte]),
    () => paragraphs.toSpliced(at, 0, ["90", texte]),
    () => paragraphs.map(([, own], rank) => [`${rank + 2}0`, own]),
    () => paragraphs.toReversed(),
  ];
  return draw.oneOf(edits)();
}

function expectRebuilt({ segments, avant, apres }: ParagraphChange): void {
  const without = (op: string) => segments.map((part) => (part.op === op ? "" : part.texte)).join("");
  expect(without("ajoute")).toBe(avant);
  expect(without("retire")).toBe(apres);
  expect(segments.filter(({ texte }) => texte === "")).toEqual([]);
  expect(segments.some(({ op }, rank) => op === segments[rank + 1]?.op)).toBe(false);
}

/** The § of a text that are not in the given lists, by number and fingerprint, sorted. */
function remaining({ paragraphs }: ComparedText, listed: readonly string[]): string[] {
  const left = [...listed];
  const rest = paragraphs.filter(({ numero, texte }) => {
    const at = left.indexOf(`${numero} ${texte}`);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
  expect(left).toEqual([]);
  return rest.map(({ numero, fingerprint }) => `${numero} ${fingerprint}`).sort();
}

type Compared = Pick<ParagraphChange, "nature" | "numero" | "numero_avant" | "avant" | "apres">;

/** The expected comparison of the swapped texts. */
function exchanged({ paragraphes }: TextComparison): Compared[] {
  return paragraphes.map(({ nature, numero, numero_avant, avant, apres }) => {
    const texts = { avant: apres, apres: avant };
    if (nature === "ajoute") return { nature: "supprime", numero, numero_avant: numero, ...texts };
    if (nature === "supprime") return { nature: "ajoute", numero, numero_avant: null, ...texts };
    return { nature, numero: numero_avant, numero_avant: numero, ...texts };
  });
}

function linesOf(changes: readonly Compared[]): string[] {
  return changes
    .map(({ nature, numero, numero_avant, avant, apres }) =>
      JSON.stringify([nature, numero, numero_avant, avant, apres]),
    )
    .sort();
}
