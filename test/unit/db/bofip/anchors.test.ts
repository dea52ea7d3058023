import { describe, expect, test } from "bun:test";
import * as citations from "../../../../db/bofip/citations/anchor.ts";
import { ABBREVIATIONS } from "../../../../db/bofip/law/codes.ts";
import * as mentions from "../../../../db/bofip/law/mentions/anchor.ts";

/** One text for each alternative, in both cases where there are two; none begins with what stands before the anchor. */
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

describe.each(CASES)("anchors of $of", ({ ANCHOR, ANCHOR_FIRST, begun }) => {
  test.each(begun)("one begins with %j", (text) => {
    expect(text.search(ANCHOR)).toBe(0);
  });

  test("nothing else begins one than the characters looked at first", () => {
    const first = new RegExp(ANCHOR_FIRST, "u");
    const whole = new RegExp(`^${ANCHOR.source.slice(ANCHOR_FIRST.length)}`, "u");
    const others = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code));
    const missed = others.filter(
      (other) => !first.test(other) && begun.some((text) => whole.test(other + text.slice(1))),
    );
    expect(missed).toEqual([]);
  });
});
