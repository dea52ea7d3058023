import { expect, test } from "bun:test";
import { nthLargest } from "../../../../../search/fulltext/sqlite/reader.ts";
import { randomOf } from "../../../../full/faults/random.ts";

test("the nth largest of any numbers is the one that stands nth once they are sorted", () => {
  const random = randomOf(7, "nth");
  for (let round = 0; round < 300; round += 1) {
    const values = random.below(3) === 0 ? 4 : 1_000; // some with many ties
    const numbers = Float64Array.from({ length: 1 + random.below(200) }, () => random.below(values) / 7);
    const rank = 1 + random.below(numbers.length);
    const expected = numbers.toSorted().reverse()[rank - 1];
    expect({ rank, numbers: numbers.join(), nth: nthLargest(numbers.slice(), rank) }).toEqual({
      rank,
      numbers: numbers.join(),
      nth: expected ?? Number.NaN,
    });
  }
});
