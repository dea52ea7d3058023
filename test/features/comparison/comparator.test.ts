import { afterAll, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import { TextComparison } from "../../../src/features/comparison/answer.ts";
import { type ComparedSource, compareSources } from "../../../src/features/comparison/compare-sources.ts";
import { openComparator } from "../../../src/features/comparison/service.ts";

/** A stored text made of § and of what precedes them. */
function sourceOf(
  paragraphs: readonly (readonly [numero: string, texte: string])[],
  introduction = "",
): ComparedSource {
  let texte = introduction;
  const spans = paragraphs.map(([numero, own]) => {
    const start = texte.length;
    texte += own;
    return { numero, section: [], start, end: texte.length };
  });
  return { texte, spans };
}

const before = sourceOf(
  [
    ["10", "Le taux est de 10 %."],
    ["20", "La base."],
  ],
  "Introduction",
);
const after = sourceOf([
  ["10", "Le taux est de 12 %."],
  ["30", "La base."],
]);

const hard = (step: number) =>
  sourceOf([
    ["10", Array.from({ length: 20_000 }, (_, rank) => `mot${(rank * rank * step) % 997}`).join(" ")],
  ]);

describe("the comparator of texts", () => {
  const atOnce = openComparator();
  const inThread = openComparator(0);
  afterAll(() => Promise.all([atOnce.close(), inThread.close()]));

  test("gives the same at once and in its thread: what the comparison gives, in the shape of the answer", async () => {
    const expected: TextComparison = compareSources({ before, after });
    expect(await atOnce.compare(before, after, "keyed")).toEqual(expected);
    expect(await inThread.compare(before, after, "keyed")).toEqual(expected);
    expect([...Value.Errors(TextComparison, expected)]).toEqual([]);
  });

  test("answers each of those that ask together", async () => {
    const numbers = Array.from({ length: 16 }, (_, rank) => `${rank}0`);
    const compared = await Promise.all(
      numbers.map((numero) => inThread.compare(sourceOf([]), sourceOf([[numero, "Le taux."]]), "keyed")),
    );
    expect(compared.map(({ paragraphes }) => paragraphes[0]?.numero)).toEqual(numbers);
  });

  test("leaves the event loop to others while it compares large texts", async () => {
    let turns = 0;
    let isDone = false;
    const compared = atOnce.compare(hard(3), hard(7), "keyed").finally(() => {
      isDone = true;
    });
    while (!isDone) {
      turns += 1;
      await Bun.sleep(1);
    }
    await compared;
    expect(turns).toBeGreaterThan(2);
  });

  test("refuses what it was comparing when it is closed, and starts again when it is asked", async () => {
    const comparator = openComparator(0);
    const [refused] = await Promise.allSettled([
      comparator.compare(hard(3), hard(7), "keyed"),
      comparator.close(),
    ]);
    expect(refused).toMatchObject({ status: "rejected", reason: expect.any(EngineUnavailable) });
    expect(await comparator.compare(before, after, "keyed")).toEqual(compareSources({ before, after }));
    await comparator.close();
  });

  test("compares two texts once for all who ask, together or later", async () => {
    const comparator = openComparator(0);
    const asked = Array.from({ length: 300 }, () => comparator.compare(before, after, "visitor"));
    const compared = new Set(await Promise.all(asked));
    compared.add(await comparator.compare(before, after, "keyed"));
    expect(compared.size).toBe(1);
    await comparator.close();
  });

  test("refuses visitors at once beyond a few comparisons, and answers a key meanwhile", async () => {
    const comparator = openComparator(0);
    const visits = Array.from({ length: 300 }, (_, rank) =>
      comparator.compare(before, hard(rank + 2), "visitor"),
    );
    const settled = Promise.allSettled(visits);
    expect(await comparator.compare(before, after, "keyed")).toEqual(compareSources({ before, after }));
    const refused = (await settled).filter(({ status }) => status === "rejected");
    expect(refused.length).toBe(300 - 5);
    await comparator.close();
  });

  test("tells apart texts that differ by white space alone", async () => {
    const spaced = sourceOf([["10", "Le  taux est de 12 %."]]);
    const plain = sourceOf([["10", "Le taux est de 12 %."]]);
    const compared = await atOnce.compare(before, spaced, "keyed");
    expect(compared.paragraphes.some(({ apres }) => apres.includes("Le  taux"))).toBe(true);
    const other = await atOnce.compare(before, plain, "keyed");
    expect(other.paragraphes.some(({ apres }) => apres.includes("Le  taux"))).toBe(false);
  });
});
