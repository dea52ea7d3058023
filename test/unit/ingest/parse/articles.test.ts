import { describe, expect, test } from "bun:test";
import { citedArticle, gatherArticles } from "../../../../bofip/law/cited/articles.ts";

type Citing = Parameters<typeof gatherArticles>[0];

const findArticles = (citing: Citing) =>
  gatherArticles(citing).map((entry) => ({
    ...citedArticle(entry),
    ...{ rang: entry.rang, role: entry.champs.role, mentions: entry.occurrences.length },
  }));

const articlesOf = (texte: string) => findArticles({ titre: "", texte, paragraphes: [], introductionEnd: 0 });

const found = (texte: string) =>
  articlesOf(texte).map(({ code, article, etendue }) => {
    const end = etendue === null ? "" : ` → ${etendue.a ?? "…"}`;
    return `${code} / ${article}${end}`;
  });

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
    ["l'article 199 undecies B I du CGI", "199 undecies B"],
    ["l'article 150 VI du CGI", "150 VI"],
    ["(CGI, art. 150 VI, II)", "150 VI"],
    ["le II de l'article 150 VI du CGI", "150 VI"],
    ["(CGI, art. 150, VI)", "150"],
    ["l'article 1150 VI du CGI", "1150"],
    ["l'article 150 VIII du CGI", "150"],
    ["l'article 156, II-1° ter du CGI", "156"],
    ["l'article 83, 3° du CGI", "83"],
    ["art. 39 du CGI", "39"],
    ["(CGI, art. 39, 1-5°)", "39"],
    ["(CGI, art. 199 novovicies, I-C).", "199 novovicies"],
    ["CGI, art. 6, 4 et 6", "6"],
    ["CGI, art. 83, 3°-al. 2", "83"],
    ["CGI art. 200", "200"],
    ["CGI, art.199 undecies D, I-2", "199 undecies D"],
    ["CGI, art. 6 et 15 % du revenu", "6"],
    ["CGI, art. 6 et 3 ans après", "6"],
    ["historiquesCGI, art. 199 duovicies", "199 duovicies"],
    ["CGI, art. 100 biset BOI-BNC", "100 bis"],
    ["CGI, art. 200 quater BetBOI-IR", "200 quater B"],
    ["CGI, art. 199 unvicies Pour l'imposition", "199 unvicies"],
    ["CGI, art. 199 sexvicies CGI, art. 199 sexvicies", "199 sexvicies"],
    ["code général des impôts (CGI), art. 29", "29"],
    ["l'article 204 D du code général des impôts (CGI)liste", "204 D"],
    ["les gains (code général des impôts [CGI], art. 92) sont", "92"],
    ["une activité ([CGI], art. 34)", "34"],
    ["une activité [ (CGI), art. 34 ]", "34"],
    ["selon l'article 8 CGI,", "8"],
    ["l'article 199 decies EAdu CGI", "199 decies EA"],
    ["l'article 39 quaterdecies précité du CGI", "39 quaterdecies"],
    ["l'article 39 quindecies,\u00a0I du CGI", "39 quindecies"],
    ["CGI,\u00a0\u00a0art.\u00a0 \u00a0199\u00a0\u00a0undecies\u202fB", "199 undecies B"],
    ["l'article\u2009244\u00a0 quater\t\u00a0B  du  \u00a0CGI", "244 quater B"],
    ["l'arti\u00adcle 150\u20110\u00a0B ter du CGI", "150-0 B ter"],
    ["l’article 1er du CGI, alinéa 2", "1er"],
    ["CGI. art. 1771", "1771"],
    ["l'article 1466 A, I quater, I quinquies et I sexies du CGI", "1466 A"],
    ["article1701du C.G.I.", "1701"],
    ["l'article 200 du CGl", "200"],
    ["l'article 4 B du code général des impôt (CGI)", "4 B"],
    ["(CGI, II de l'article 31)", "31"],
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

describe("the annex named before its articles is theirs in", () => {
  test.each([
    ["annexe II au CGI, art. 74 SJ", "CGI, ann. II / 74 SJ"],
    ["(annexe III au code général des impôts (CGI), art. 46 AG)", "CGI, ann. III / 46 AG"],
    ["ann. IV au CGI, art. 23 ter", "CGI, ann. IV / 23 ter"],
    ["CGI, ann IV, art. 18 ter, I", "CGI, ann. IV / 18 ter"],
    ["CGI, ann, III, art 46 AG", "CGI, ann. III / 46 AG"],
    ["CGI, ann. III, art. article 382-0", "CGI, ann. III / 382-0"],
    ["un article 46 AZA dans l'annexe III au CGI", "CGI, ann. III / 46 AZA"],
    ["l'article 41 F de l'annexeIII au CGI", "CGI, ann. III / 41 F"],
    ["CGI, ann. Il, art. 42", "CGI, ann. II / 42"],
    ["l'article 41 F de l'annexe lII au CGI", "CGI, ann. III / 41 F"],
    ["annexe lV au CGI, art. 23 ter", "CGI, ann. IV / 23 ter"],
  ])("%s", (texte, expected) => {
    expect(found(texte)).toEqual([expected]);
  });
});

describe("procedures and other codes are recognised in brackets, glued and misspelt:", () => {
  test.each([
    ["une visite ([LPF], art. L. 16 B)", "LPF / L. 16 B"],
    ["le délai (livre des procédures fiscales [LPF], art. L. 286)", "LPF / L. 286"],
    ["l'articleL10 du Livre desProcéduresFiscales", "LPF / L. 10"],
    ["les logements (code de la route [C. route], art. R. 311-1)", "code de la route / R. 311-1"],
    ["l'article D. 304\u20111 du CCH", "code de la construction et de l'habitation / D. 304-1"],
    ["l'article L. 511- 1 du CCH", "code de la construction et de l'habitation / L. 511-1"],
    ["l'article R. 331-10 code de l'urbanisme", "code de l'urbanisme / R. 331-10"],
    ["l'article L631-11du le code de commerce", "code de commerce / L. 631-11"],
    ["l'article L. 7121-4 du c. trav.,", "code du travail / L. 7121-4"],
    ["l'article L. 28 du C. pens. retr.", "code des pensions civiles et militaires de retraite / L. 28"],
  ])("%s", (texte, expected) => {
    expect(found(texte)).toEqual([expected]);
  });
});

describe("« le même code » is the last code named:", () => {
  test.each([
    ["l'article 605 du code civil et l'article 606 du même code", ["code civil / 605", "code civil / 606"]],
    ["l'article 12 du CGI, puis les articles 13 et 14 dudit code", ["CGI / 12", "CGI / 13", "CGI / 14"]],
    ["l'article 8 du CGI et 239 quater du même code", ["CGI / 8", "CGI / 239 quater"]],
    ["le livre des procédures fiscales ; l'article L. 57 du même livre", ["LPF / L. 57"]],
    ["CGI, art. 4 B ; l'article 46 de l'annexe III du même code", ["CGI / 4 B", "CGI, ann. III / 46"]],
    ["CGI, ann. II, art. 42 ; l'article 43 du code précité", ["CGI, ann. II / 42", "CGI / 43"]],
    ["l'article 606 du même code", []],
  ])("%s", (texte, expected) => {
    expect(found(texte)).toEqual(expected);
  });
});

describe("a range is one entry:", () => {
  test.each([
    ["articles L. 10 à L. 54 A du LPF", ["LPF / L. 10 → L. 54 A"]],
    ["CGI, art. 1 à 5", ["CGI / 1 → 5"]],
    ["articles 49 bis à 49 sexies de l'annexe III au CGI", ["CGI, ann. III / 49 bis → 49 sexies"]],
    ["de l'article 150-0 A du CGI à l'article 150-0 E du CGI", ["CGI / 150-0 A → 150-0 E"]],
    ["articles 170 du CGI à175 A duCGI", ["CGI / 170 → 175 A"]],
    ["C. civ., art. 1582àC. civ., art. 1701", ["code civil / 1582 → 1701"]],
    ["articles R. 372-1 à D. 372-19 du code du travail", ["code du travail / R. 372-1 → D. 372-19"]],
    ["articles L. 10 à 12 du LPF", ["LPF / L. 10 → L. 12"]],
    ["articles L. 55 et suivants du LPF", ["LPF / L. 55 → …"]],
    ["CGI, art. 1657 et suivants", ["CGI / 1657 → …"]],
    ["CSS, art. L. 633-9 et suiv.", ["code de la sécurité sociale / L. 633-9 → …"]],
    ["articles 638à640du CGI", ["CGI / 638 → 640"]],
    ["articles 12, 34 à 36 et 39 du CGI", ["CGI / 12", "CGI / 34 → 36", "CGI / 39"]],
    ["CGI, art. 34 à 36, puis CGI, art. 34", ["CGI / 34 → 36", "CGI / 34"]],
    ["CGI, art. 150 VI à CGI, art. 150 VM", ["CGI / 150 VI → 150 VM"]],
    ["articles 150 VA à 150 VI du CGI", ["CGI / 150 VA → 150 VI"]],
  ])("%s", (texte, expected) => {
    expect(found(texte)).toEqual(expected);
  });

  test.each([
    ["articles 39 à 12 du CGI", ["CGI / 39", "CGI / 12"]],
    ["de l'article 12 du CGI à l'article 12 du CGI", ["CGI / 12"]],
    ["de l'article 12 du CGI à l'article 13 du code civil", ["CGI / 12", "code civil / 13"]],
    ["à l'article 150 U du CGI, à l'article 150 V du CGI", ["CGI / 150 U", "CGI / 150 V"]],
    ["à l'article 73 D du CGI ou à l'article 93 B du CGI", ["CGI / 73 D", "CGI / 93 B"]],
    ["CGI, art. 200 à 66 %", ["CGI / 200"]],
    ["CGI, art. 156, I à III", ["CGI / 156"]],
  ])("but not two articles that « à » merely parts: %s", (texte, expected) => {
    expect(found(texte)).toEqual(expected);
  });
});

describe("lists give every article:", () => {
  test.each([
    ["articles 4 A et 4 B du CGI", ["CGI / 4 A", "CGI / 4 B"]],
    [
      "articles 2 duodecies, 2 terdecies A et 2 quindecies B de l'annexe III au CGI",
      ["CGI, ann. III / 2 duodecies", "CGI, ann. III / 2 terdecies A", "CGI, ann. III / 2 quindecies B"],
    ],
    ["l'article 197 et de l'article 200 du CGI", ["CGI / 197", "CGI / 200"]],
    ["CGI, art. 39 et 54 bis", ["CGI / 39", "CGI / 54 bis"]],
    ["CGI, art. 4 A et art. 4 B", ["CGI / 4 A", "CGI / 4 B"]],
    ["CGI, art. 81 A,art. 197 C", ["CGI / 81 A", "CGI / 197 C"]],
    ["CGI, art. 150 U, 150 UB et 150 UC", ["CGI / 150 U", "CGI / 150 UB", "CGI / 150 UC"]],
    [
      "C. civ., art. 161,C. civ., art. 162etC. civ. art. 163",
      ["161", "162", "163"].map((n) => `code civil / ${n}`),
    ],
    ["articles L.216-2,L.216-3etL.361-5 du LPF", ["LPF / L. 216-2", "LPF / L. 216-3", "LPF / L. 361-5"]],
    ["articles 12 du CGI et L. 10 du LPF", ["CGI / 12", "LPF / L. 10"]],
    ["l'article 8 et au 2 de l'article 206 du CGI", ["CGI / 8", "CGI / 206"]],
    [
      "l'article 200et au premier alinéa du f du 1 de l'article 238 bis du CGI",
      ["CGI / 200", "CGI / 238 bis"],
    ],
    ["CGI, art. 39, 1-5° et à l'article 93", ["CGI / 39", "CGI / 93"]],
    ["CGI, art. 156, II et l'article 31", ["CGI / 156", "CGI / 31"]],
    ["LPF, art. L. 10, I et L. 16", ["LPF / L. 10", "LPF / L. 16"]],
    ["CGI, art. 45, 46, 47 et 62", ["45", "46", "47", "62"].map((n) => `CGI / ${n}`)],
    ["CGI, art. 150 VJ, 150 VI et 150 VK", ["150 VJ", "150 VI", "150 VK"].map((n) => `CGI / ${n}`)],
    ["articles 38 ter et 39, 8 du CGI", ["CGI / 38 ter", "CGI / 39"]],
    ["CGI, art. 38 ter et 39, 8 et 40", ["CGI / 38 ter", "CGI / 39", "CGI / 40"]],
    ["articles 9, 9 bis et 39, 4 B du CGI", ["9", "9 bis", "39", "4 B"].map((n) => `CGI / ${n}`)],
    ["CGI, art. 6, 25 enfants", ["CGI / 6"]],
    ["CGI, art. 6, 26 décembre 2019", ["CGI / 6"]],
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
    "CGI. L'article 5 de la loi",
    "CGI, ann.\n\nII. Exceptions",
    "CGI, art.\n\n2. Champ d'application",
  ])("%s", (texte) => {
    expect(found(texte)).toEqual([]);
  });
});

test("an article behind the code of another text is not of that code", () => {
  expect(found("arrêté pris en application de l'article R. 353-16 du code du travail, art. 1")).toEqual([
    "code du travail / R. 353-16",
  ]);
});

describe("a sentence that the source cuts at the full stop of an abbreviation is read on:", () => {
  test.each([
    ["(LPF, art.\n\nL. 80 D) fait", "LPF / L. 80 D", "LPF, art. L. 80 D"],
    ["(CGI, ann.\n\nIII, art. 382-0).", "CGI, ann. III / 382-0", "CGI, ann. III, art. 382-0"],
    ["(LPF, art.\n\n2. Exceptions\n\nL. 66).", "LPF / L. 66", "LPF, art. 2. Exceptions L. 66"],
  ])("%j", (texte, expected, written) => {
    expect(found(texte)).toEqual([expected]);
    expect(articlesOf(texte)[0]?.texte).toBe(written);
  });
});

test("an article is given once, with its first citation as written", () => {
  const texte =
    "Aux termes de l'article 4 B du code général des impôts (CGI), puis (CGI, art. 4 B, 1-a) et l'article 6 du CGI.";
  expect(articlesOf(texte)).toMatchObject([
    { code: "CGI", article: "4 B", texte: "article 4 B du code général des impôts (CGI)", mentions: 2 },
    { code: "CGI", article: "6", texte: "article 6 du CGI", mentions: 1 },
  ]);
  expect(articlesOf("(CGI, art. 39, 1-5°)")[0]?.texte).toBe("CGI, art. 39, 1-5°");
});

describe("what of an article is cited is told, the whole first:", () => {
  test.each<[texte: string, precision: string | null]>([
    ["CGI, art. 156, II-1°", "II-1°"],
    ["(CGI, art. 156, II-1° ter)", "II-1° ter"],
    ["(CGI, art. 39, 1-5°)", "1-5°"],
    ["l'article 39-1-5° du CGI", "1-5°"],
    ["l'article 39-1 du CGI", "1"],
    ["CGI, art. 199 novovicies, I-C", "I-C"],
    ["l'article 156-II du CGI", "II"],
    ["CGI, art. 83,\u00a03°", "3°"],
    ["CGI, art. 83, 1° et 2°", "1°"],
    ["le 2° du 3 de l'article 6 du CGI", "3-2°"],
    ["au I de l'article 125 A du CGI", "I"],
    ["au premier alinéa du 1 de l'article 39 du CGI", "1"],
    ["aux 1° et 2° du I de l'article 31 du CGI", "I-1°"],
    ["aux 1° et 2° de l'article 31 du CGI", "1°"],
    ["le 2° de l'article 156, II du CGI", "II-2°"],
    ["(CGI, II de l'article 31)", "II"],
    ["(CGI, 1° du II de l'article 31)", "II-1°"],
    ["l'article 199 undecies B I du CGI", "I"],
    ["au VI de l'article 150 U du CGI", "VI"],
    ["CGI, art. 150 VI, II", "II"],
    ["l'article 150 VI du CGI", null],
    ["du b septies de l'article 279 du CGI", "b septies"],
    ["du 1°-0 bis du A de l'article 278-0 bis du CGI", "A-1°-0 bis"],
    ["au 1°-00 bis du A de l'article 278-0 bis du CGI", "A-1°-00 bis"],
    ["CGI, art. 83, 2°-0 ter", "2°-0 ter"],
    ["CGI, art. 283, 2 nonies", "2 nonies"],
    ["le 33° bis de l'article 81 du CGI", "33° bis"],
    ["l'article 150-0 A du CGI", null],
    ["l'article 1649 quater-0 B bis du CGI", null],
    ["l'article L. 123-4 du code du travail", null],
    ["les dispositions de l'article 12 du CGI", null],
    ["en vertu de l'article 12 du CGI", null],
    ["LPF, art. L. 80 A, al. 1", null],
    ["LPF, art. L. 10 à L. 54 A", null],
  ])("%p: %p", (texte, precision) => expect(articlesOf(texte)[0]?.precision ?? null).toBe(precision));

  test.each<[texte: string, ...precisions: string[]]>([
    ["aux 1° et 2° du I de l'article 31 du CGI", "I-1°", "I-2°"],
    ["au II et au I de l'article 150 U du CGI", "II", "I"],
    ["au I et au 2° du II de l'article 156 du CGI", "I", "II-2°"],
    ["aux a à c du 1° du I de l'article 31 du CGI", "I-1°-a à c"],
    ["au premier alinéa du 1 et au 2 de l'article 39 du CGI", "1", "2"],
    ["CGI, art. 31, I-1°-b et e", "I-1°-b", "I-1°-e"],
    ["CGI, art. 156, I-3° et II-1°", "I-3°", "II-1°"],
    ["CGI, art. 39, 1, 2 et 5", "1", "2", "5"],
    ["l'article 12 du CGI"],
  ])("%p names all of its parts", (texte, ...precisions) =>
    expect(articlesOf(texte)[0]?.occurrences?.[0]?.precisions).toEqual(precisions),
  );

  test("of several articles, each has its own", () => {
    expect(
      articlesOf("CGI, art. 31, I-1° et 156").map(({ article, precision }) => [article, precision]),
    ).toEqual([
      ["31", "I-1°"],
      ["156", null],
    ]);
    const [first, second] = articlesOf("au 2° de l'article 6 et à l'article 7 du CGI");
    expect([first?.precision, second?.precision]).toEqual(["2°", null]);
  });
});

describe("where a document cites an article:", () => {
  const INTRODUCTION = "Vu l'article 6 du CGI.\n";
  const FIRST = "L'article 6 du CGI et l'article 8 du CGI.\n";
  const SECOND = "L'article 8 du CGI, puis l'article 8 du CGI (LPF, art. L. 10 à L. 54 A).";
  const texte = INTRODUCTION + FIRST + SECOND;
  const paragraphes = [
    { numero: "1", section: [], start: INTRODUCTION.length, end: INTRODUCTION.length + FIRST.length },
    { numero: "10", section: [], start: INTRODUCTION.length + FIRST.length, end: texte.length },
  ];
  const introductionEnd = INTRODUCTION.length;
  const places = (titre: string) =>
    findArticles({ titre, texte, paragraphes, introductionEnd }).map(
      ({ article, rang, paragraphes: numeros, mentions }) => ({
        article,
        rang,
        numeros,
        mentions,
      }),
    );

  test("every § once, all mentions, the most prominent place", () => {
    expect(places("IR - Liquidation")).toEqual([
      { article: "6", rang: "introduction", numeros: ["1"], mentions: 2 },
      { article: "8", rang: "corps", numeros: ["1", "10"], mentions: 3 },
      { article: "L. 10", rang: "corps", numeros: ["10"], mentions: 1 },
    ]);
  });

  test("the title before all else", () => {
    expect(places("IR - Article 8 du CGI")).toEqual([
      { article: "8", rang: "titre", numeros: ["1", "10"], mentions: 4 },
      { article: "6", rang: "introduction", numeros: ["1"], mentions: 2 },
      { article: "L. 10", rang: "corps", numeros: ["10"], mentions: 1 },
    ]);
  });

  test("a text without § has no introduction", () => {
    expect(articlesOf("L'article 6 du CGI.")[0]).toMatchObject({
      rang: "corps",
      paragraphes: [],
      mentions: 1,
    });
  });
});

describe("each citation is told", () => {
  const FIRST = "Le VII de l'article 151 septies du CGI. Voir l'article 34 du CGI.\n";
  const SECOND = "Au II de l'article 151 septies du CGI.";
  const [article] = findArticles({
    titre: "BIC - Exonération (CGI, art. 151 septies)",
    texte: FIRST + SECOND,
    paragraphes: [
      { numero: "10", section: [], start: 0, end: FIRST.length },
      { numero: "20", section: [], start: FIRST.length, end: FIRST.length + SECOND.length },
    ],
    introductionEnd: 0,
  });

  test("with its §, its words and what it names, the title's first", () => {
    expect(article).toMatchObject({ texte: "CGI, art. 151 septies", precision: null, mentions: 3 });
    expect(article?.occurrences).toEqual([
      { paragraphe: null, precision: null, precisions: [], texte: "CGI, art. 151 septies" },
      { paragraphe: "10", precision: "VII", precisions: ["VII"], texte: "article 151 septies du CGI" },
      { paragraphe: "20", precision: "II", precisions: ["II"], texte: "article 151 septies du CGI" },
    ]);
  });
});

describe("a document comments", () => {
  const commented = (titre: string, introduction: string, corps = "") => {
    const texte = `${introduction}\n\n${corps}`;
    const found = findArticles({ titre, texte, paragraphes: [], introductionEnd: introduction.length });
    return found.filter(({ role }) => role === "commente").map(({ article }) => article);
  };

  test.each([
    [
      "what its title names, and nothing else",
      ["IR - Domicile (CGI, art. 4 B)", "L'article 166 du CGI prévoit.", "(CGI, art. 8). (CGI, art. 8)."],
      ["4 B"],
    ],
    [
      "else what its introduction names first",
      [
        "IR",
        "Codifiée à l'article 200 du CGI et soumise à l'article 170 du CGI.",
        "(CGI, art. 8). (CGI, art. 8).",
      ],
      ["200"],
    ],
    [
      "all that is cited there together",
      ["IR", "Prévue par les articles 199 decies E et 199 decies EA du CGI (CGI, art. 170)."],
      ["199 decies E", "199 decies EA"],
    ],
    [
      "no range, its ends included",
      ["IR", "Les articles 150 U à 150 VH du CGI, puis l'article 170 du CGI."],
      [],
    ],
    [
      "no article from which it takes a definition",
      [
        "IR",
        "Domiciliées au sens du 2 de l'article 4 B du CGI, selon l'article 200 du CGI.",
        "(CGI, art. 4 B)",
      ],
      ["200"],
    ],
    [
      "else the one that it names most",
      ["IR", "", "L'article 6 du CGI (CGI, art. 8). L'article 8 du CGI."],
      ["8"],
    ],
    ["none of two that it names as often", ["IR", "", "(CGI, art. 6). (CGI, art. 8)."], []],
    ["the only one that it names", ["IR", "", "Prévu à l'article 200 undecies du CGI."], ["200 undecies"]],
    ["none that it only takes a definition from", ["IR", "", "Au sens de l'article 4 B du CGI."], []],
  ] as [rule: string, parts: [string, string, string?], expected: string[]][])(
    "%s",
    (_rule, parts, expected) => expect(commented(...parts)).toEqual(expected),
  );
});

test("a long text without a code takes no more time than its size", () => {
  const start = performance.now();
  const parts = ["articles 1 A bis, ", "article 1 et ", "code de la ", "CGI, art. ", "article L. 1-1-1"];
  for (const part of [
    ...parts,
    "du CGI à ",
    "CGI, ann.\n\nI. A",
    "\u00a0 ",
    "et au I de l'",
    "du même article ",
  ])
    articlesOf(part.repeat(50_000));
  expect(performance.now() - start).toBeLessThan(5_000);
});
