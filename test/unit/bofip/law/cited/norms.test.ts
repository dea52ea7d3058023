import { describe, expect, test } from "bun:test";
import { readCitedLaw } from "../../../../../bofip/law/cited/read-cited-law.ts";

const cited = (texte: string) => readCitedLaw(texte).normes.map(({ cle, article }) => [cle, article]);

test("a norm stands where the text has it, with its number and its day", () => {
  const source = "Voir  la\u00a0loi n°\u00a02012‑1509 du 29\u00a0décembre 2012.";
  const [norm] = readCitedLaw(source).normes;
  expect(norm).toMatchObject({
    cle: "loi-2012-1509",
    nature: "loi",
    numero: "2012-1509",
    date: "2012-12-29",
  });
  expect(norm?.texte).toBe("loi n° 2012‑1509 du 29 décembre 2012");
  expect(source.slice(norm?.start, norm?.end)).toBe("loi n°\u00a02012‑1509 du 29\u00a0décembre 2012");
});

describe("a norm and its article:", () => {
  test.each([
    ["l'article 2-1 la loi n° 86-897 du 1er août 1986", "loi-86-897", "2-1"],
    ["loi n° 59-1472 du 28 décembre 1959, art. 100", "loi-59-1472", "100"],
    ["loi n° 59-1472 du 28 décembre 1959, art. 15, 2", "loi-59-1472", "15"],
    ["l'article 15, 16 de la loi n° 59-1472", "loi-59-1472", "15"],
    ["l'article premier de la loi n° 2001-1 du 3 janvier 2001", "loi-2001-1", "1er"],
    ["article 60 de la loi de finances n° 2016-1917 du 29 décembre 2016 pour 2017", "loi-2016-1917", "60"],
    ["la loin°2004-439 du 26 mai 2004", "loi-2004-439", null],
    ["la loi 2007-290 du 5 mars 2007", "loi-2007-290", null],
    ["la loi dite « Scrivener » n° 79-596 du 13 juillet 1979", "loi-79-596", null],
    ["la loi en faveur du travail, de l'emploi (n° 2007-1223 du 21 août 2007)", "loi-2007-1223", null],
    ["la loi du 22 frimaire an VII (12 décembre 1798)", "loi-1798-12-12", null],
    ["loi du 29 juillet 1881 sur la liberté de la presse", "loi-1881-07-29", null],
    ["un décret en Conseil d'État n° 2010-421 du 27 avril 2010", "decret-2010-421", null],
    ["arrêté du ministre chargé du budget du 12 mars 2012", null, null],
    ["la sixième directive 77/388/CEE du Conseil du 17 mai 1977", "directive-77-388", null],
    ["la directive du Conseil n° 69/335/CEE du 17 juillet 1969", "directive-69-335", null],
    [
      "directive 2006/112/CE relative au système commun de taxe, art. 220, point 1",
      "directive-2006-112",
      "220",
    ],
    ["le règlement UE 2016/679", "reglement-2016-679", null],
    [
      "convention franco-allemande modifiée du 21 juillet 1959, article 13",
      "convention-ALLEMAGNE-1959-07-21",
      "13",
    ],
  ] as const)("%s", (texte, cle, article) => {
    expect(cited(texte)).toEqual([[cle, article]]);
  });
});

describe("said in one breath, they are several:", () => {
  test.each([
    ["les articles 2 à 5 de la loi n° 2001-1 du 3 janvier 2001", ["loi-2001-1 2", "loi-2001-1 5"]],
    [
      "loi n° 2001-1 du 3 janvier 2001, art. 8, 9, 10 et 31",
      ["8", "9", "10", "31"].map((n) => `loi-2001-1 ${n}`),
    ],
    ["les art. 8, 9 et 31 de la loi n° 2001-1", ["8", "9", "31"].map((n) => `loi-2001-1 ${n}`)],
    ["les décrets n° 2009-315 et n° 2009-316 du 20 mars 2009", ["decret-2009-315 ", "decret-2009-316 "]],
    ["les directives 2009/125/CE et 2010/30/UE", ["directive-2009-125 ", "directive-2010-30 "]],
    [
      "l'article 147 de la loi n° 2019-1479 du 28 décembre 2019 et 51 de la loi n° 2020-1721 du 29 décembre 2020",
      ["loi-2019-1479 147", "loi-2020-1721 51"],
    ],
  ])("%s", (texte, expected) => {
    expect(cited(texte).map(([cle, article]) => `${cle} ${article ?? ""}`)).toEqual(expected);
  });
});

test("of several, each is written from its own article on", () => {
  const { normes } = readCitedLaw(
    "articles 2, 3 de la loi n° 2001-1, l'article 4 de la loi n° 2001-2 et de l'article 5 de la loi n° 2001-3, et 6 de la loi n° 2001-4",
  );
  expect(normes.map(({ texte }) => texte)).toEqual([
    "articles 2, 3 de la loi n° 2001-1",
    "articles 2, 3 de la loi n° 2001-1",
    "article 4 de la loi n° 2001-2",
    "article 5 de la loi n° 2001-3",
    "6 de la loi n° 2001-4",
  ]);
});

describe("in a document about the convention of one country", () => {
  const citedIn = (titre: string, texte: string) =>
    readCitedLaw(texte, undefined, undefined, titre).normes.map(({ cle, date }) => [cle, date]);
  const GERMANY = "INT - Convention fiscale entre la France et l'Allemagne";

  test.each([
    [GERMANY, "Une convention signée à Paris le 3 mars 1961.", "convention-ALLEMAGNE-1961-03-03"],
    [GERMANY, "la convention fiscale du 3 mars 1961", "convention-ALLEMAGNE-1961-03-03"],
    [`${GERMANY} du 3 mars 1961`, "la convention franco-allemande", "convention-ALLEMAGNE-1961-03-03"],
    [GERMANY, "la convention franco-suisse du 3 mars 1961", "convention-SUISSE-1961-03-03"],
  ])("« %s », « %s » is %s", (titre, texte, cle) => {
    expect(citedIn(titre, texte)).toEqual([[cle, "1961-03-03"]]);
  });

  test("its convention is cited even where nothing tells its day, without a key", () => {
    expect(citedIn(GERMANY, "La convention franco-allemande. La convention franco-suisse.")).toEqual([
      [null, null],
    ]);
  });

  test.each([
    [GERMANY, "La convention conclue le 3 mars 1961 entre l'Espagne et l'Italie."],
    [GERMANY, "La convention collective du 3 mars 1961, et la convention de Vienne du 18 avril 1961."],
    ["INT - Conventions fiscales", "La convention signée le 3 mars 1961."],
    ["INT - Convention franco-suisse et convention franco-belge", "La convention signée le 3 mars 1961."],
  ])("« %s », « %s » is none", (titre, texte) => {
    expect(citedIn(titre, texte)).toEqual([]);
  });
});

describe("what a text said of a norm is known wherever it names it:", () => {
  test.each([
    [
      "La loi de finances pour 2012 (n° 2011-1977 du 28 décembre 2011). L'article 75 de la loi de finances pour 2012",
      "loi-2011-1977",
    ],
    [
      "L'article 75 de la loi de finances pour 2012. Loi n° 2011-1977 du 28 décembre 2011 de finances pour 2012",
      "loi-2011-1977",
    ],
    ["La loi n° 2000-596 du 30 juin 2000. La loi du 30 juin 2000", "loi-2000-596"],
    [
      "La convention franco-suisse du 9 septembre 1966. La convention franco-suisse",
      "convention-SUISSE-1966-09-09",
    ],
  ])("%s", (texte, cle) => {
    expect(cited(texte).map(([each]) => each)).toEqual([cle, cle]);
  });

  test("but not when it said two things", () => {
    const texte = "Les lois n° 2012-1509 et n° 2012-1510 du 29 décembre 2012. La loi du 29 décembre 2012.";
    expect(cited(texte).at(-1)).toEqual(["loi-2012-12-29", null]);
  });

  test("nor when another law of finances is meant", () => {
    const texte =
      "La loi n° 2011-1978 du 28 décembre 2011 de finances rectificative pour 2011. L'article 1er de la première loi de finances rectificative pour 2011.";
    expect(cited(texte).at(-1)).toEqual([null, "1er"]);
  });
});

describe("no norm is read in", () => {
  test.each([
    "La loi prévoit que ladite loi et ce décret s'appliquent.",
    "L'exercice est arrêté le 31 décembre 2012.",
    "l'article 199 novovicies du CGI et l'article L. 80 A du LPF",
    "Les conventions conclues avec la Nouvelle-Calédonie.",
    "La convention du 14 avril 2017 relative à l'assurance chômage.",
    "L'ordonnance de non-conciliation du 4 mai 2018.",
    "Un emploi du 3 mars 2010 et un exploit du 5 mai 2011.",
  ])("%s", (texte) => {
    expect(cited(texte)).toEqual([]);
  });
});

describe("an article after a norm belongs to it unless it is another text's:", () => {
  test.each([
    ["loi n° 2012-1509 du 29 décembre 2012, art. 81", "81"],
    ["loi n° 2012-1509 du 29 décembre 2012, article 39 du code de commerce", null],
    ["loi n° 2012-1509 du 29 décembre 2012 (CGI, art. 39)", null],
  ])("%s", (texte, article) => {
    expect(cited(texte)).toEqual([["loi-2012-1509", article]]);
  });
});

describe("an address is given by a rule of its publisher alone:", () => {
  const eurLex = "https://eur-lex.europa.eu/legal-content/FR/TXT/?uri=CELEX:";
  const legifrance = "https://www.legifrance.gouv.fr/eli";
  test.each([
    ["loi n° 2012-1509 du 29 décembre 2012", `${legifrance}/loi/2012/12/29/2012-1509/jo/texte`],
    ["loi n° 2012-1509", null],
    ["loi n° 86-897 du 1er août 1986", null],
    ["arrêté du 3 mai 2007", null],
    ["directive 2006/112/CE", `${eurLex}32006L0112`],
    ["directive 77/388/CEE", `${eurLex}31977L0388`],
    ["règlement (UE) n° 651/2014", `${eurLex}32014R0651`],
    ["règlement (CEE) n° 2658/87", `${eurLex}31987R2658`],
    ["règlement (UE) 2016/679", `${eurLex}32016R0679`],
    ["règlement (UE) n° 2016/2018", null],
  ])("%s", (texte, url) => {
    expect(readCitedLaw(texte).normes).toMatchObject([{ url }]);
  });
});
