import { describe, expect, test } from "bun:test";
import { readCitations } from "../../../../bofip/citations/read-citations.ts";
import { findIdentifiers } from "../../../../bofip/identifiers/identifier.ts";
import { hasRealCorpus, readRealCorpus } from "../../../fixtures/real-corpus.ts";
import { growthOf, MOST_GROWTH } from "../../../growth.ts";

describe("the time to read citations grows with the text, many times", () => {
  test.each([
    "Le BOI-RFPI-PVI-10-40-10, n° 150, version du 18 janvier 2024 (§ 130 et 140 du BOI-IR-LIQ) ; au n° 160. ",
    "BOI-ABCDEFGHI-",
    "BOI-A au I-A-1-a-",
    "BOI-A-1\n-",
    "§ 1 ",
    "§ 1 et 2, ",
    "n° 1 à 2, n° ",
    "5 B-12-",
    "« (",
    "BOFiP-IR-§ 1-",
    "BOI- IR- ",
    "ACTU-2014-00076 ",
    "RES n° 2012/",
    "I-A-1-a, II et § 1 ",
    "BOI-IR, I-A-",
  ])("%j", (part) => {
    const growth = growthOf((size) => {
      const texte = part.repeat(size);
      return () => void readCitations(texte);
    }, 4_000);
    expect(growth).toBeLessThan(MOST_GROWTH);
  });
});

/** Fragments of citations, and of other text. */
const PIECES = [
  ...["BOI", "BOI-IR-LIQ-20", "-10", "-20240118", "boi-ir", "5 B-12-10", "-", "\n", "\u00a0", "🏠"],
  ...[
    "§ ",
    "n° ",
    "130",
    " à ",
    " et ",
    ", ",
    "150 bis",
    " et s.",
    " du ",
    "version ",
    "18 janvier 2024",
    "18/01/2024",
  ],
  ...[
    "(",
    ")",
    "« ",
    " »",
    ". Le ",
    "\n\n",
    "CJUE",
    "II-A",
    "le même document",
    "empreinte 0123456789ab",
    "BOFiP-IR-LIQ",
    "- ",
    "ACTU-2014-00076",
    "RES n° 2012/27",
    "€",
    "…",
  ],
];

test("whatever the text, citations come in its order, apart from each other", () => {
  for (let seed = 1; seed <= 3_000; seed += 1) {
    const drawn = Array.from(
      { length: 12 },
      (_, rank) => PIECES[Bun.hash.xxHash32(`${seed} ${rank}`) % PIECES.length],
    );
    const texte = drawn.join("");
    let end = 0;
    for (const citation of readCitations(texte).citations) {
      expect([texte, citation.start >= end, citation.end > citation.start]).toEqual([texte, true, true]);
      end = citation.end;
    }
    expect(end).toBeLessThanOrEqual(texte.length);
  }
});

test.skipIf(!hasRealCorpus)("every identifier of the real corpus is read in its place", async () => {
  const longer: string[] = [];
  for (const { texte } of await readRealCorpus()) {
    const read = readCitations(texte).citations;
    for (const { written, start: index } of findIdentifiers(texte)) {
      const at = read.find(({ start, end }) => start <= index && index < end);
      const identifiant = at?.actualite ?? at?.identifiant;
      if (identifiant !== written) longer.push(`${written} → ${identifiant}`);
    }
  }
  expect(longer).toEqual([]);
});
