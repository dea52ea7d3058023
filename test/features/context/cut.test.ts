import { expect, test } from "bun:test";
import { cutAtSentence } from "../../../src/features/context/pack.ts";

test.each([
  ["Une phrase. Une autre. La troisième.", 25, "Une phrase. Une autre."],
  ["Une phrase.\n\nUn alinéa qui suit.", 20, "Une phrase."],
  ["Voir art. 39 du CGI et la suite du texte.", 30, "Voir art. 39 du CGI et la"],
  ["Sansaucuneespace", 5, "Sansa"],
  ["😀😀😀😀 fin", 2, "😀😀"],
])("%j within %i code points is %j", (text, most, expected) => {
  expect(cutAtSentence(text, most)).toBe(expected);
});
