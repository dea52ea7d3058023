import { describe, expect, test } from "bun:test";
import { readCitedLaw } from "../../../../../bofip/law/cited/read-cited-law.ts";

const cited = (texte: string) => readCitedLaw(texte).decisions.map(({ cle, date }) => [cle, date]);

test("a decision stands where the text has it, whatever its spaces, up to the bracket that it opens", () => {
  const source = "Voir l’arrêt de la CJUE du\u00a014 février 1995 (affaire C‑279/93), « Schumacker ».";
  const [decision] = readCitedLaw(source).decisions;
  expect(source.slice(decision?.start, decision?.end)).toBe(
    "arrêt de la CJUE du\u00a014 février 1995 (affaire C‑279/93)",
  );
  expect(decision).toMatchObject({ texte: "arrêt de la CJUE du 14 février 1995 (affaire C‑279/93)" });
});

describe("one number is one decision:", () => {
  test.each([
    ["arrêt du Conseil d'État du 4 août 2006 (n° 265682)", "CE-265682", "2006-08-04"],
    ["(CE 8e-3e ch., 13 juin 2018, n° 409334)", "CE-409334", "2018-06-13"],
    ["CE 9° et 10° s.-s., 5 mars 1999, n° 171234", "CE-171234", "1999-03-05"],
    ["CE, arrêt du 30 décembre 2009, Société Rocadis, n° 304516", "CE-304516", "2009-12-30"],
    ["CE (avis), 8 avril 1998, n° 192539, Société Meyer", "CE-192539", "1998-04-08"],
    ["CE, QPC, 13 mai 2013, n° 365253", "CE-365253", "2013-05-13"],
    ["sa décision du 9 mars 2016 (CE, arrêt du 9 mars 2016, n° 386911)", "CE-386911", "2016-03-09"],
    ["CAA Paris du 7 mars 2007 n°05PA02212, 2e ch.", "CAA-PARIS-05PA02212", "2007-03-07"],
    ["arrêt n° 19PA01183 rendu par la CAA de Paris le 16 juillet 2020", "CAA-PARIS-19PA01183", "2020-07-16"],
    ["Cass. civ. 3e, 12 sept. 2012, n° 11-17948", "CASS-11-17948", "2012-09-12"],
    ["Cour de cassation, chambre commerciale, 7 juillet 2009 n° 08-17135", "CASS-08-17135", "2009-07-07"],
    ["Cons. const., 29 décembre 2012, décision n° 2012-662 DC", "CC-2012-662-DC", "2012-12-29"],
    ["la décision n° 2010-88 QPC du 21 janvier 2011", "CC-2010-88-QPC", "2011-01-21"],
    ["voir 2010-88 QPC", "CC-2010-88-QPC", null],
    ["voir 10PA01234", "CAA-PARIS-10PA01234", null],
    ["CJCE, 5 mai 1982, aff. 15/81, Gaston Schul", "CJUE-15-81", "1982-05-05"],
    ["CJUE, Commission c/ Luxembourg, 4 mai 2017, aff. C-247/15", "CJUE-C-247-15", "2017-05-04"],
    ["ECLI:FR:CECHR:2017:409429.20171208", "CE-409429", "2017-12-08"],
    ["CE, arrêt du 5 mars 1987, n° 05812", "CE-05812", "1987-03-05"],
    ["CE, arrêt du 5 mars 1987, n° 5812", "CE-05812", "1987-03-05"],
    ["TA Melun, 3 mars 2009, n° 0802456", "TA-MELUN-0802456", "2009-03-03"],
    ["CE, plén. fisc., 5 mars 1987, n° 35812", "CE-35812", "1987-03-05"],
    ["CE, plénière fiscale, 5 mars 1987, n° 35812", "CE-35812", "1987-03-05"],
    ["(CJCE, arrêt du 4 mai 2006, aff. C 247/05), la Cour", "CJUE-C-247-05", "2006-05-04"],
    ["(CJUE, arrêt du 4 mai 2017, af f. C-247/15, « X »)", "CJUE-C-247-15", "2017-05-04"],
    ["la CJUE, le 4 mai 2017 (Affaire C 247/15, X)", "CJUE-C-247-15", "2017-05-04"],
    ["CJUE, 4 mai 2017, aff. C247/15", "CJUE-C-247-15", "2017-05-04"],
    ["CE, plén. fisc, 5 mars 1987, n° 05 812", "CE-05812", "1987-03-05"],
  ] as const)("%s", (texte, cle, date) => {
    expect(cited(texte)).toEqual([[cle, date]]);
  });
});

describe("several numbers, or several days, are several decisions:", () => {
  test.each([
    ["(CE, 8 mars 2004, n° 248065 ; 12 juin 2013, n° 351702)", ["CE-248065", "CE-351702"]],
    ["CE, arrêt du 27 mai 1983, n° 32976 et arrêt du 20 janvier 1984, n° 35984", ["CE-32976", "CE-35984"]],
    ["CE, 28 juillet 1999, n°s 188 973 et 189 412", ["CE-188973", "CE-189412"]],
    ["CJUE, 10 mai 2012, affaires jointes C-338/11 à C-347/11", ["CJUE-C-338-11", "CJUE-C-347-11"]],
    ["CJUE, 4 mai 2017, affaires C 247/15 et C 248/15", ["CJUE-C-247-15", "CJUE-C-248-15"]],
    ["CAA Nantes (n° 14NT00567) et CE (n° 380773)", ["CAA-NANTES-14NT00567", "CE-380773"]],
  ])("%s", (texte, keys) => {
    expect(cited(texte).map(([cle]) => cle)).toEqual(keys);
  });
});

describe("no decision is read in", () => {
  test.each([
    "La jurisprudence constante du Conseil d'État le confirme.",
    "Le Conseil d'État a jugé que la déclaration n° 2042 et l'imprimé n° 33107 suffisent.",
    "Un décret en Conseil d'État du 4 mars 2004 fixe la liste.",
    "Le tribunal administratif de Strasbourg est compétent.",
    "Tirant les conséquences de la jurisprudence du Conseil d'État, le BOI publié le 5 janvier 2023 a rapporté la réponse ministérielle Cousin (RM Cousin n° 39397).",
    "Le règlement (CE) n° 800/2008 et la directive 2006/112/CE.",
    "Journal officiel de l'Union européenne 2006/C 194/02 et C 317/11.",
    "Lignes directrices (JOUE du 7 décembre 2010, n° C 329/05).",
    "Le Conseil d'État, avis du 4 mars 2004, a précisé.",
  ])("%s", (texte) => {
    expect(cited(texte)).toEqual([]);
  });
});

test.each([
  ["CJCE, 14 février 1985, aff. 268/83 ; CJCE, 14 février 1985, aff. C-268/83.", "CJUE-268-83"],
  ["CJCE, 14 février 1995, aff. 279/93 ; CJCE, 14 février 1995, aff. C-279/93.", "CJUE-C-279-93"],
])("cases have a letter since 1989, whatever the text writes: %s", (texte, key) => {
  expect(cited(texte).map(([cle]) => cle)).toEqual([key, key]);
});

test("the key has the number of the ECLI when the text's differs, the number stays as written", () => {
  const texte = "CE, 24 janvier 2014, n° 33107, ECLI:FR:CESSR:2014:331071.20140124";
  expect(readCitedLaw(texte).decisions).toMatchObject([{ cle: "CE-331071", numero: "33107" }]);
});

describe("an address is given by a rule of its publisher alone:", () => {
  test.each([
    [
      "Cons. const., n° 2014-437 QPC du 20 janvier 2015",
      "ECLI:FR:CC:2015:2014.437.QPC",
      "https://www.conseil-constitutionnel.fr/decision/2015/2014437QPC.htm",
    ],
    ["Cons. const., n° 2014-437 QPC", null, null],
    [
      "CJUE, 29 septembre 2015, aff. C-276/14, EU:C:2015:635",
      "ECLI:EU:C:2015:635",
      "https://eur-lex.europa.eu/legal-content/FR/TXT/?uri=ecli:ECLI:EU:C:2015:635",
    ],
    ["CJUE, 29 septembre 2015, aff. C-276/14", null, null],
    ["CE, 8 mars 2004, n° 248065", null, null],
  ])("%s", (texte, ecli, url) => {
    expect(readCitedLaw(texte).decisions).toMatchObject([{ ecli, url }]);
  });
});
