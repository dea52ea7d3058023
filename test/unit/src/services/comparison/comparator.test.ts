import { afterAll, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { compareTexts } from "../../../../../db/bofip/comparison/compare.ts";
import { EngineUnavailable } from "../../../../../db/engine/unavailable.ts";
import { TextComparison } from "../../../../../src/schemas/answers/texts/comparison.ts";
import { openComparator } from "../../../../../src/services/comparison/comparator.ts";
import { textOf } from "../../../../fixtures/compared-texts.ts";

const before = textOf(
  [
    ["10", "Le taux est de 10 %."],
    ["20", "La base."],
  ],
  "Introduction",
);
const after = textOf([
  ["10", "Le taux est de 12 %."],
  ["30", "La base."],
]);

const hard = (step: number) =>
  textOf([["10", Array.from({ length: 20_000 }, (_, rank) => `mot${(rank * rank * step) % 997}`).join(" ")]]);

describe("the comparator of texts", () => {
  const atOnce = openComparator();
  const inThread = openComparator(0);
  afterAll(() => Promise.all([atOnce.close(), inThread.close()]));

  test("gives the same at once and in its thread: what the comparison gives, in the shape of the answer", async () => {
    const expected: TextComparison = compareTexts(before, after);
    expect(await atOnce.compare(before, after)).toEqual(expected);
    expect(await inThread.compare(before, after)).toEqual(expected);
    expect([...Value.Errors(TextComparison, expected)]).toEqual([]);
  });

  test("answers each of those that ask together", async () => {
    const numbers = Array.from({ length: 20 }, (_, rank) => `${rank}0`);
    const compared = await Promise.all(
      numbers.map((numero) => inThread.compare(textOf([]), textOf([[numero, "Le taux."]]))),
    );
    expect(compared.map(({ paragraphes }) => paragraphes[0]?.numero)).toEqual(numbers);
  });

  test("leaves the event loop to others while it compares large texts", async () => {
    let turns = 0;
    let isDone = false;
    const compared = atOnce.compare(hard(3), hard(7)).finally(() => {
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
    const [refused] = await Promise.allSettled([comparator.compare(hard(3), hard(7)), comparator.close()]);
    expect(refused).toMatchObject({ status: "rejected", reason: expect.any(EngineUnavailable) });
    expect(await comparator.compare(before, after)).toEqual(compareTexts(before, after));
    await comparator.close();
  });
});
