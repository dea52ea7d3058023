import { describe, expect, test } from "bun:test";
import { type Candidate, fillPack, lengthOf } from "../../../src/features/context/pack.ts";

const candidate = (key: string, length: number, words = key): Candidate => ({
  key,
  reason: "mots",
  isFound: true,
  texte: words.repeat(length).slice(0, length),
  empreinte: `${words} ${length}`,
});

const none = () => [];
const keysOf = (elements: readonly Candidate[]) => elements.map(({ key }) => key);

describe("a pack", () => {
  test("gives whole §, most relevant first, and passes over those that do not fit", () => {
    const ranked = [candidate("a", 400), candidate("b", 700), candidate("c", 500)];
    const { elements, used, omitted } = fillPack(ranked, none, 1_000);
    expect(keysOf(elements)).toEqual(["a", "c"]);
    expect(elements.map(({ texte, isCut }) => [texte.length, isCut])).toEqual([
      [400, false],
      [500, false],
    ]);
    expect([used, omitted]).toEqual([900, 1]);
  });

  const lawOf = (length: number) => (one: Candidate) => ({
    ...candidate("law", length),
    key: `law of ${one.key}`,
  });

  test.each([
    ["whole, within a third of the budget", 300, ["a", "law of a", "b"], [100, 300, 100], false],
    ["cut, when the first one exceeds that third", 900, ["a", "law of a", "b"], [100, 333, 100], true],
  ])("puts the article that a § comments on behind it: %s", (_title, length, keys, lengths, isCut) => {
    const ranked = [candidate("a", 100), candidate("b", 100)];
    const { elements, used } = fillPack(ranked, none, 1_000, (one) => {
      const law = lawOf(length)(one);
      return {
        ...law,
        texte: "x "
          .repeat(length / 2)
          .trimEnd()
          .padEnd(length, "y"),
      };
    });
    expect(keysOf(elements)).toEqual(keys);
    const given = elements.map(({ texte }) => texte.length);
    for (const [rank, most] of lengths.entries()) expect(given[rank]).toBeLessThanOrEqual(most);
    expect(elements.map((one) => one.isCut)).toEqual([false, isCut, false]);
    expect(used).toBe(given.reduce((sum, one) => sum + one, 0));
  });

  test("gives an article once, and leaves out what no longer fits in its share", () => {
    const ranked = [candidate("a", 100), candidate("b", 100), candidate("c", 100)];
    const law = (one: Candidate) => candidate(one.key === "c" ? "other" : "same", 200);
    const { elements } = fillPack(ranked, none, 1_000, law);
    expect(keysOf(elements)).toEqual(["a", "same", "b", "c"]);
  });

  test("puts what a § sends to behind it, while its share of the budget lasts", () => {
    const sentTo = ({ key }: Candidate) =>
      key === "a" ? [candidate("x", 150), candidate("y", 150), candidate("z", 100)] : [];
    const { elements } = fillPack([candidate("a", 300), candidate("b", 300)], sentTo, 1_000);
    expect(keysOf(elements)).toEqual(["a", "x", "z", "b"]);
  });

  test("follows no reference of a § that it leaves out", () => {
    const sentTo = ({ key }: Candidate) => (key === "b" ? [candidate("x", 10)] : []);
    const { elements } = fillPack([candidate("a", 900), candidate("b", 300)], sentTo, 1_000);
    expect(keysOf(elements)).toEqual(["a"]);
  });

  test("has no § twice, nor the same words under two names", () => {
    const ranked = [candidate("a", 100), candidate("b", 100, "a"), candidate("c", 100), candidate("a", 100)];
    const sentTo = ({ key }: Candidate) => (key === "a" ? [candidate("c", 100)] : [candidate("a", 100)]);
    const { elements, omitted } = fillPack(ranked, sentTo, 1_000);
    expect(keysOf(elements)).toEqual(["a", "c"]);
    expect(omitted).toBe(0);
  });

  test("cuts the first § at a sentence when it exceeds the budget alone, and leaves out a later one", () => {
    const long = { ...candidate("a", 1), texte: `${"Une première phrase. ".repeat(40)}La fin.` };
    const { elements, used, omitted } = fillPack([long, candidate("b", 900)], none, 500);
    expect(keysOf(elements)).toEqual(["a"]);
    const [{ texte, isCut, empreinte } = { texte: "", isCut: false, empreinte: "" }] = elements;
    expect([isCut, texte.endsWith("phrase."), long.texte.startsWith(texte)]).toEqual([true, true, true]);
    expect([empreinte, used, omitted]).toEqual([long.empreinte, lengthOf(texte), 1]);
  });

  test("counts code points, never exceeded whatever the texts", () => {
    const lengths = [700, 30, 512, 90, 260, 1_200, 5, 333];
    const ranked = lengths.map((length, at) => ({
      ...candidate(`p${at}`, 1),
      texte: "😀".repeat(length),
      empreinte: String(at),
    }));
    for (const budget of [500, 501, 777, 1_000, 3_000]) {
      const { elements, used } = fillPack(ranked, none, budget);
      const total = elements.reduce((sum, { texte }) => sum + [...texte].length, 0);
      expect(total).toBe(used);
      expect(total).toBeLessThanOrEqual(budget);
      expect(elements.every(({ texte }) => !texte.includes("�"))).toBe(true);
    }
  });
});
