import { describe, expect, test } from "bun:test";
import { readCitedLaw } from "../../../../../bofip/law/cited/read-cited-law.ts";

describe("a ministerial answer:", () => {
  test.each([
    ["Rép. Ollier : AN 22 juin 2010, n° 72345, p. 6919", "RM-AN-2010-72345", "Ollier"],
    ["(RM à M. Jean Desanlis n° 17474, JO AN du 28 mai 1984, p. 2455)", "RM-AN-1984-17474", "Desanlis"],
    ["RM n° 39397 à Mme Cousin, JO AN du 16 septembre 1996", "RM-AN-1996-39397", "Cousin"],
    ["RM de Courson n° 1234, JOAN du 3 juillet 2003", "RM-AN-2003-1234", "de Courson"],
    ["réponse ministérielle à M. Marc Le Fur, n° 5678, JO AN du 3 juillet 2003", "RM-AN-2003-5678", "Le Fur"],
    [
      "réponse à la question écrite n° 12345 posée par M. Philippe Adnot (JO Sénat du 3 juillet 2003, p. 2165)",
      "RM-SENAT-2003-12345",
      "Adnot",
    ],
    ["RM Grosskost n° 55 175, JO AN 28 juin 2005 p.6466", "RM-AN-2005-55175", "Grosskost"],
    ["RM Vernay, JO AN du 3 mai 1999, p. 2689", null, "Vernay"],
    ["(RM Vernay, n°812, Sén, JO du 3 mai 1989, p, 2689)", "RM-SENAT-1989-812", "Vernay"],
    ["RM Vernay n° 812, JO Sén. du 3 mai 1989, p. 2689", "RM-SENAT-1989-812", "Vernay"],
    ["RM Vernay n° 812, AN, 2 mars 1988, JO du 3 mai 1989", "RM-AN-1989-812", "Vernay"],
  ])("%s", (texte, cle, auteur) => {
    expect(readCitedLaw(texte).reponses).toMatchObject([{ cle, auteur }]);
  });
});

describe("no answer is read in", () => {
  test.each([
    "Débats AN, 2ème séance du jeudi 12 juillet 2007 [JO AN du 13/07/2007, p. 1858 et 1859]",
    "Assemblée nationale, deuxième séance du 8 décembre 2005 ; amendement AN n° 140 rectifié",
    "Réponse : Conformément à l'article 44 quindecies du CGI.",
    "fixé par arrêté du 26 juin 2008 (J.O. du 28 juin 2008)",
    "la mention RM 2015",
  ])("%s", (texte) => {
    expect(readCitedLaw(texte).reponses).toEqual([]);
  });
});
