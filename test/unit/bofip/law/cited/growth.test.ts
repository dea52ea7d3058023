import { expect, test } from "bun:test";
import { readCitedLaw } from "../../../../../bofip/law/cited/read-cited-law.ts";
import { growthOf, MOST_GROWTH } from "../../../../growth.ts";

/** Texts that make each grammar begin anew, or go on, as often as can be. */
test.each([
  "CE ",
  "CE, 8 mars 2004, n° 248065 et ",
  "n° 123456, ",
  "arrêt du 8 mars 2004 ",
  "aff. C-1/10, ",
  "((((CE [",
  "loi n° 2012-1509 du 29 décembre 2012 et ",
  "loi relative à la loi ",
  "articles 1, 2, 3, 4, 5, ",
  "arrêtés du 3 mai 2007 et du 4 mai 2007, ",
  "directive 2006/112/CE, ",
  "convention avec la République de ",
  "loi de finances pour 2012, ",
  "RM Dupont n° 12, ",
  "M. Jean Dupont de la Tour (",
  "question n° 1 JO AN ",
])("a text of « %s » takes no more time than its size", (pattern) => {
  const prepare = (size: number) => {
    const texte = pattern.repeat(size);
    return () => void readCitedLaw(texte);
  };
  expect(growthOf(prepare, 1 << 10)).toBeLessThan(MOST_GROWTH);
});

test("many links around many mentions take no more time than their number", () => {
  const prepare = (size: number) => {
    const texte = "CE, 8 mars 2004, n° 248065. ".repeat(size);
    const href = "https://www.legifrance.gouv.fr/ceta/id/CETATEXT000008175063/";
    const links = [{ href, start: 0, end: texte.length }];
    return () => void readCitedLaw(texte, undefined, links);
  };
  expect(growthOf(prepare, 1 << 8)).toBeLessThan(MOST_GROWTH);
});
