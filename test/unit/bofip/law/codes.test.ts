import { describe, expect, test } from "bun:test";
import { citationKey } from "../../../../bofip/law/citation.ts";
import { codeKey, compareCodes, findCode } from "../../../../bofip/law/codes.ts";

describe("a code", () => {
  test.each<[code: string, key: string]>([
    ["CGI", "CGI"],
    ["CGI, ann. I", "CGI-ANN-1"],
    ["CGI, ann. II", "CGI-ANN-2"],
    ["CGI, ann. IV", "CGI-ANN-4"],
    ["LPF", "LPF"],
    ["code civil", "code-civil"],
    ["code de l'éducation", "code-de-l-education"],
    ["code de la construction et de l'habitation", "code-de-la-construction-et-de-l-habitation"],
  ])("%p has the key %p, and both name it", (code, key) => {
    expect(codeKey(code)).toBe(key);
    expect([findCode(code), findCode(key), findCode(key.toLowerCase())]).toEqual([code, code, code]);
  });

  test.each<[written: string, code: string | null]>([
    ["Code civil", "code civil"],
    ["code général des impôts", "CGI"],
    ["livre des procédures fiscales", "LPF"],
    ["CMF", "code monétaire et financier"],
    ["C. civ.", "code civil"],
    ["CGI ANN II", "CGI, ann. II"],
    ["CGI, annexe II", "CGI, ann. II"],
    ["CGI, annexe V", null],
    ["code de la lune", null],
    ["", null],
    ["CGI\0", null],
    ["CGI;", null],
  ])("is named by %p: %p", (written, code) => expect(findCode(written)).toBe(code));

  test("tax law comes first, then the others by name", () => {
    const codes = [
      "LPF",
      "code pénal",
      "CGI, ann. III",
      "code de l'éducation",
      "CGI",
      "code civil",
      "CGI, ann. I",
    ];
    expect(codes.toSorted(compareCodes)).toEqual([
      "CGI",
      "CGI, ann. I",
      "CGI, ann. III",
      "LPF",
      "code civil",
      "code de l'éducation",
      "code pénal",
    ]);
  });
});

test.each([
  [{ code: "CGI", article: "150 U", etendue: null }, "CGI:150 U"],
  [{ code: "CGI, ann. III", article: "46 AG", etendue: null }, "CGI-ANN-3:46 AG"],
  [{ code: "LPF", article: "L. 10", etendue: { de: "L. 10", a: "L. 54 A" } }, "LPF:L. 10..L. 54 A"],
  [{ code: "LPF", article: "L. 55", etendue: { de: "L. 55", a: null } }, "LPF:L. 55.."],
])("a citation %p has the key %p", (cited, key) => expect(citationKey(cited)).toBe(key));
