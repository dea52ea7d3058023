import { expect, test } from "bun:test";
import { mostSimilar } from "../../../../bofip/comparison/most-similar.ts";
import { growthOf, MOST_GROWTH } from "../../../growth.ts";

type Wording = (rank: number, side: string) => string;

const words = (count: number, wordAt: (rank: number) => string) =>
  Array.from({ length: count }, (_, rank) => wordAt(rank)).join(" ");

test.each<[string, Wording]>([
  ["that all say the same but a number", (rank, side) => `Le taux est de ${rank} % des dépenses ${side}.`],
  ["whose words stand everywhere", (rank, side) => words(40, (at) => `mot${(at * (rank + 1)) % 97}${side}`)],
  ["reworded, each in its own words", (rank, side) => words(40, (at) => (at % 9 ? `mot${rank}${at}` : side))],
  ["of one word", (rank) => `mot${rank % 20}`],
  ["under one number", (rank, side) => `mot${rank} ${side}`],
])("the time to pair § %s grows with their number", (name, textOf) => {
  const paragraphs = (count: number, side: string) =>
    Array.from({ length: count }, (_, rank) => ({
      numero: name === "under one number" ? "10" : `${rank}`,
      texte: textOf(rank, side),
    }));
  const growth = growthOf((size) => {
    const before = paragraphs(size, "avant");
    const after = paragraphs(size, "après");
    return () => mostSimilar(before, after);
  }, 64);
  expect(growth).toBeLessThan(MOST_GROWTH);
});
