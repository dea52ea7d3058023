import { describe, expect, test } from "bun:test";
import { findArticles } from "../../../ingest/parse/articles.ts";

const found = (texte: string) => findArticles(texte).map(({ code, article }) => `${code} / ${article}`);

describe("the general tax code is recognised in", () => {
  test.each([
    ["l'article 197 du CGI", "197"],
    ["l’article 199 novovicies du code général des impôts (CGI) prévoit", "199 novovicies"],
    ["l'article 4 B du Code Général des Impôts", "4 B"],
    ["Article 12 du code général des impôts", "12"],
    ["le 2° du 3 de l'article 6 du CGI", "6"],
    ["l'article 150-0 D ter du CGI", "150-0 D ter"],
    ["l'article 199 undecies A du CGI", "199 undecies A"],
    ["l'article 39 AH du CGI", "39 AH"],
    ["l'article 1649 quater-0 B bis du CGI", "1649 quater-0 B bis"],
    ["l'article 1635-0 quinquies du code général des impôts", "1635-0 quinquies"],
    ["l'article 238-0 A du CGI", "238-0 A"],
    ["l'article 235 ter ZD du CGI", "235 ter ZD"],
    ["l'article 163 tervicies du CGI", "163 tervicies"],
    ["l'article 199 septvicies du CGI,", "199 septvicies"],
    ["l'article 199terdecies-0B du CGI", "199 terdecies-0 B"],
    ["l'article199 octodecies du CGI", "199 octodecies"],
    ["l'article 10du CGI", "10"],
    ["l'article\u00a0199\u00a0undecies\u00a0C du\u00a0CGI", "199 undecies C"],
    ["l'article premier du CGI", "1er"],
    ["l'article 1er du CGI", "1er"],
    ["l'article 39-1-5° du CGI", "39"],
    ["l'article 156-II du CGI", "156"],
    ["l'article 156 II du CGI", "156"],
    ["l'article 156, II-1° ter du CGI", "156"],
    ["l'article 83, 3° du CGI", "83"],
    ["art. 39 du CGI", "39"],
    ["(CGI, art. 39, 1-5°)", "39"],
    ["(CGI, art. 199 novovicies, I-C).", "199 novovicies"],
    ["CGI, art. 6, 4 et 6", "6"],
    ["CGI, art. 83, 3°-al. 2", "83"],
    ["CGI art. 200", "200"],
    ["CGI, art.199 undecies D, I-2", "199 undecies D"],
    ["CGI, art. 1657 et suivants", "1657"],
    ["CGI, art. 6 et 15 % du revenu", "6"],
    ["CGI, art. 6 et 3 ans après", "6"],
    ["historiquesCGI, art. 199 duovicies", "199 duovicies"],
    ["CGI, art. 100 biset BOI-BNC", "100 bis"],
    ["CGI, art. 200 quater BetBOI-IR", "200 quater B"],
    ["CGI, art. 199 unvicies Pour l'imposition", "199 unvicies"],
    ["CGI, art. 199 sexvicies CGI, art. 199 sexvicies", "199 sexvicies"],
    ["code général des impôts (CGI), art. 29", "29"],
    ["l'article 204 D du code général des impôts (CGI)liste", "204 D"],
  ])("%s", (texte, article) => {
    expect(found(texte)).toEqual([`CGI / ${article}`]);
  });
});

describe("annexes, procedures and other codes are recognised in", () => {
  test.each([
    ["CGI, ann. III, art. 46 AG", "CGI, ann. III / 46 AG"],
    ["CGI, ann. IV art. 01", "CGI, ann. IV / 01"],
    ["CGI, annexe II, art. 371 L", "CGI, ann. II / 371 L"],
    ["l'article 46 AG de l'annexe III au CGI", "CGI, ann. III / 46 AG"],
    ["l’article 383-0 bis de l’annexe III du code général des impôts", "CGI, ann. III / 383-0 bis"],
    ["l'article 310 HA de l'annexe I au CGI", "CGI, ann. I / 310 HA"],
    ["LPF, art. L. 80 A", "LPF / L. 80 A"],
    ["LPF, art. L. 193etLPF", "LPF / L. 193"],
    ["l'article L. 80 A du livre des procédures fiscales (LPF)", "LPF / L. 80 A"],
    ["l'article L. 16-0 BA du LPF", "LPF / L. 16-0 BA"],
    ["l'article L80 A du LPF", "LPF / L. 80 A"],
    ["l'article R.* 196-1 du LPF", "LPF / R.* 196-1"],
    ["l'article R*. 196-1 du LPF", "LPF / R.* 196-1"],
    ["l'article R* 80 C-2 du LPF", "LPF / R.* 80 C-2"],
    ["l'article A. 212-1 du code des assurances", "code des assurances / A. 212-1"],
    ["l'article L. 511-6 du code monétaire et financier", "code monétaire et financier / L. 511-6"],
    ["l'article L. 214-31 du CoMoFi", "code monétaire et financier / L. 214-31"],
    ["l'article L. 7232-1-1 du code du travail", "code du travail / L. 7232-1-1"],
    ["C. trav., art. L. 1234-5", "code du travail / L. 1234-5"],
    ["l'article 515-1 du code civilsont en principe", "code civil / 515-1"],
    ["C. civ., art. 206", "code civil / 206"],
    ["(code civil, art. 275-1)", "code civil / 275-1"],
    ["l'article R 424-16du Code de l’Urbanisme", "code de l'urbanisme / R. 424-16"],
    [
      "l'article L143-2 du code de la construction et de l'habitation (CCH)",
      "code de la construction et de l'habitation / L. 143-2",
    ],
    [
      "l'article L. 752-1 du code rural et de la pêche maritime",
      "code rural et de la pêche maritime / L. 752-1",
    ],
    ["l'article L. 312-71 du CIBS désigne", "code des impositions sur les biens et services / L. 312-71"],
  ])("%s", (texte, expected) => {
    expect(found(texte)).toEqual([expected]);
  });
});

describe("lists give every article:", () => {
  test.each([
    ["articles 4 A et 4 B du CGI", ["CGI / 4 A", "CGI / 4 B"]],
    [
      "articles 2 duodecies, 2 terdecies A et 2 quindecies B de l'annexe III au CGI",
      ["CGI, ann. III / 2 duodecies", "CGI, ann. III / 2 terdecies A", "CGI, ann. III / 2 quindecies B"],
    ],
    [
      "articles 49 bis à 49 sexies de l'annexe III au CGI",
      ["CGI, ann. III / 49 bis", "CGI, ann. III / 49 sexies"],
    ],
    ["l'article 197 et de l'article 200 du CGI", ["CGI / 197", "CGI / 200"]],
    ["CGI, art. 39 et 54 bis", ["CGI / 39", "CGI / 54 bis"]],
    ["CGI, art. 4 A et art. 4 B", ["CGI / 4 A", "CGI / 4 B"]],
    ["CGI, art. 170,CGI, art. 173 et CGI, ann. II, art. 42", ["CGI / 170", "CGI / 173", "CGI, ann. II / 42"]],
  ])("%s", (texte, expected) => {
    expect(found(texte)).toEqual(expected);
  });
});

describe("nothing is invented in", () => {
  test.each([
    "l'article 8 de l'ordonnance n° 2020-306 du 25 mars 2020",
    "l'article 10 de la loi de finances, le CGI",
    "l'article 2 de la directive 2012/27/UE",
    "les dispositions du CGI",
    "l'article du CGI",
    "les articles du code monétaire et financier",
    "les œuvres d'art. 39 tableaux",
    "le code 39 du CGI",
    "un artisan, CGI",
    "article 5 terme du CGI",
    "article 197\n\ndu CGI",
    "l'article 46 AG de l'annexe III à la directive",
    "article 123456 du CGI",
  ])("%s", (texte) => {
    expect(found(texte)).toEqual([]);
  });
});

test("an article is given once, with its first citation as written", () => {
  const texte =
    "Aux termes de l'article 4 B du code général des impôts (CGI), puis (CGI, art. 4 B, 1-a) et l'article 6 du CGI.";
  expect(findArticles(texte)).toEqual([
    { code: "CGI", article: "4 B", texte: "article 4 B du code général des impôts (CGI)" },
    { code: "CGI", article: "6", texte: "article 6 du CGI" },
  ]);
  expect(findArticles("(CGI, art. 39, 1-5°)")[0]?.texte).toBe("CGI, art. 39, 1-5°");
});

test("a long text without a code takes no more time than its size", () => {
  const start = performance.now();
  for (const part of ["articles 1 A bis, ", "article 1 et ", "code de la ", "CGI, art. ", "article L. 1-1-1"])
    findArticles(part.repeat(50_000));
  expect(performance.now() - start).toBeLessThan(5_000);
});
