import { expect, test } from "bun:test";
import { splitTitle } from "../../../../../src/pages/lists/how-cited.ts";

test.each([
  [
    "what it is about first",
    "IR - Liquidation - Barème progressif",
    "Barème progressif",
    ["IR", "Liquidation"],
  ],
  ["a title of one part whole", "Barème progressif", "Barème progressif", []],
  [
    "the spaces of the source away",
    "RES - Bénéfices agricoles  - Liquidation",
    "Liquidation",
    ["RES", "Bénéfices agricoles"],
  ],
  ["no words when there are none", " - Liquidation", " - Liquidation", []],
])("a title gives %s", (_, titre, leaf, chain) => {
  expect(splitTitle(titre)).toEqual({ leaf, chain });
});

test.each([
  [
    "the label of its node, joint included",
    "Dispositifs - « Duflot »",
    "Dispositifs - « Duflot »",
    ["IR", "Locatif"],
  ],
  ["its last part when the label is another", "Autre", "« Duflot »", ["IR", "Locatif", "Dispositifs"]],
])("a title ends with %s", (_, label, leaf, chain) => {
  expect(splitTitle("IR - Locatif - Dispositifs - « Duflot »", label)).toEqual({ leaf, chain });
});
