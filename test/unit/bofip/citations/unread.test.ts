import { describe, expect, test } from "bun:test";
import { readCitations } from "../../../../bofip/citations/read-citations.ts";
import { findUnread } from "../../../../bofip/citations/unread.ts";
import { growthOf, MOST_GROWTH } from "../../../growth.ts";

const SERIES = new Set(["IR", "TVA", "RES"]);

const unread = (texte: string) =>
  findUnread(texte, SERIES, () => readCitations(texte).citations).map(({ start, end }) =>
    texte.slice(start, end),
  );

describe("what looks like a reference and is not read is told:", () => {
  test.each([
    ["le BOI_IR_LIQ_20_10", ["BOI_IR_LIQ_20_10"]],
    ["le BOI/IR/LIQ/20", ["BOI/IR/LIQ/20"]],
    ["le BOI.IR.LIQ.20, § 10", ["BOI.IR.LIQ.20"]],
    ["le BOI n° 23 du 1er février 2010", ["BOI n° 23"]],
    ["le BOI--IR", ["BOI--IR"]],
    ["AFFBOI-IR-LIQ-20", ["BOI-IR-LIQ-20"]],
    ["au BOI TVA", ["BOI TVA"]],
    ["au BOFiP IR LIQ 20", ["BOFiP IR LIQ 20"]],
    ["au BOFiP, § 30", ["BOFiP, § 30"]],
    ["l'ACTU 2014-76", ["ACTU 2014-76"]],
    ["le rescrit n° 123", ["rescrit n° 123"]],
    ["le rescrit RES-IR-000101", ["rescrit RES-IR-000101"]],
    ["l'instruction n° 45", ["instruction n° 45"]],
    ["l'instruction 5 B 12 10", ["instruction 5 B 12 10"]],
  ])("%s", (texte, expected) => expect(unread(texte)).toEqual(expected));
});

describe("nothing is told of what is read, or is no reference:", () => {
  test.each([
    "BOFiP-Impôts, BOI-IR-LIQ-20-10, § 10",
    "BOFiP-IR-LIQ-20-20-20-§ 30-18/01/2024",
    "BOI- IR-RICI § 10 et BOI IR-LIQ-20-10",
    "le rescrit n° BOI-RES-IR-000101 et le RES n° 2012/27",
    "ACTU-2014-00076",
    "instruction du 18 juin 2010, BOI 5 B-12-10",
    "BOI-…",
    "BOI-IR-LIQ-20-10, § 10. Exemple : le 2e alinéa de l'article 5, 1234-PGP",
    "BOI-IR-LIQ-20-10, § 10, par exemple",
    "le BOI précité, le BOFiP et le rescrit du 3 mars 2014",
    "BOI commente l'article 150-0 A du CGI",
    "la loi n° 2012-1509, le n° 2042",
    "une RES publique, un BOIS-DE-LA-20",
  ])("%s", (texte) => expect(unread(texte)).toEqual([]));
});

describe("the time to look for them grows with the text, and no faster:", () => {
  test.each([
    "BOI-",
    "BOI A ",
    "IR-LIQ-",
    "RES IR-1 ",
    "instruction de de n° ",
    "BOFiP, § ",
    "ACTU 20",
    "BOI-IR § 1, al. 2 ",
  ])("%j", (block) => {
    const prepare = (size: number) => {
      const texte = block.repeat(size);
      return () => void findUnread(texte, SERIES, () => []);
    };
    expect(growthOf(prepare, 1_000)).toBeLessThan(MOST_GROWTH);
  });
});
