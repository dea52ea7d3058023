import { describe, expect, test } from "bun:test";
import * as citations from "../../../bofip/citations/anchor.ts";
import { ABBREVIATIONS } from "../../../bofip/law/codes.ts";
import * as mentions from "../../../bofip/law/mentions/anchor.ts";

/**
 * One text for each alternative, in both cases where there are two; none begins with the context before the anchor.
 */
const CASES = [
  {
    of: "citations",
    ...citations,
    begun: [
      ...["BOI-IR", "boi-ir", "4 A-1", "12-AB-", "DB 4", "D. adm", "Doc. adm", "doc. adm", "Documentation "],
      ...["documentation ", "§ 10", "§§ 10", "¶ 10", "n° 10", "N.º 10", "nos 10", "Numéros 10", "numéro 10"],
      ...[
        "Paragraphe 10",
        "paragraphes 10",
        "Par. 10",
        "par. 10",
        "CJUE",
        "CJCE",
        "CEDH",
        "CAA",
        "QPC",
        "CE,",
      ],
      ...["Cass.", "Arrêt", "arrêts", "Jugement", "jugements", "Conseil d'État", "Conseil d'Etat"],
      ...[". Le", "! Le", "? Le", "… Le", ".) Le", "\n\n"],
    ],
  },
  {
    of: "mentions of the law",
    ...mentions,
    begun: [
      ...[
        "Articles 4",
        "article 1er",
        "Art. L. 80",
        "art 4",
        "Code",
        "cODE",
        "Livre",
        "livre",
        "annexe II au CGI",
      ],
      ...["ann. I du code", "Dudit article", "dudit article", "Audit article", "audit article"],
      ...["du même article", "au même article", "ce même article", "cet même article"],
      ...ABBREVIATIONS.flatMap(([written]) => [written, written.replace(/^C(?=\. )/, "c")]),
    ],
  },
];

/** Longest match of the first-characters expression. */
const LONGEST_START = 5;

describe.each(CASES)("anchors of $of", ({ ANCHOR, ANCHOR_START, begun }) => {
  const anchor = new RegExp(`^(?:${ANCHOR.source})`, "u");
  const start = new RegExp(`^(?:${ANCHOR_START.source})`);

  test.each(begun)("one begins with %j", (text) => {
    expect([anchor.test(text), start.test(text)]).toEqual([true, true]);
  });

  test("none begins with other characters than those looked at first, whichever of them is changed", () => {
    const others = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code));
    const missed = begun.flatMap((text) =>
      Array.from({ length: LONGEST_START }, (_, at) => at).flatMap((at) =>
        others
          .map((other) => text.slice(0, at) + other + text.slice(at + 1))
          .filter((changed) => anchor.test(changed) && !start.test(changed)),
      ),
    );
    expect(missed).toEqual([]);
  });
});
