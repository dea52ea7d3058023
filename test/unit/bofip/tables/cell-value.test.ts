import { describe, expect, test } from "bun:test";
import { type CellValue, readCellValue } from "../../../../bofip/tables/cell-value.ts";

const NOTHING: CellValue = { nombre: null, unite: null, bornes: null };

describe("a cell that is one number", () => {
  test.each<[string, number, CellValue["unite"]]>([
    ["1 500 €", 1500, "EUR"],
    ["1\u00a0500\u00a0€", 1500, "EUR"],
    ["1\u202f500\u202f€", 1500, "EUR"],
    ["1500€", 1500, "EUR"],
    ["1.500 €", 1500, "EUR"],
    ["1.250.000,50 euros", 1_250_000.5, "EUR"],
    ["1 250 000 EUR", 1_250_000, "EUR"],
    ["0 €", 0, "EUR"],
    ["– 300 €", -300, "EUR"],
    ["+ 10 %", 10, "%"],
    ["5,5 %", 5.5, "%"],
    ["5,50\u00a0%", 5.5, "%"],
    ["20%", 20, "%"],
    ["33,33 pour cent", 33.33, "%"],
    ["6 p. 100", 6, "%"],
    ["2024", 2024, null],
    ["1,125", 1.125, null],
    ["12 000 ;", 12_000, null],
    ["1 500 €.", 1500, "EUR"],
  ])("%j is %d (%s)", (texte, nombre, unite) => {
    expect(readCellValue(texte)).toEqual({ nombre, unite, bornes: null });
  });
});

describe("a cell that sets bounds", () => {
  test.each<[string, number | null, number | null, CellValue["unite"]]>([
    ["de 0 à 11 294 €", 0, 11_294, "EUR"],
    ["De 11 295 € à 28 797 €", 11_295, 28_797, "EUR"],
    ["De 11 295 €\nà 28 797 €", 11_295, 28_797, "EUR"],
    ["10 000 € à 20 000 €", 10_000, 20_000, "EUR"],
    ["1 à 5", 1, 5, null],
    ["entre 5 % et 10 %", 5, 10, "%"],
    ["Comprise entre 8 072 € et 12 109 €", 8072, 12_109, "EUR"],
    ["au-delà de 177 106 €", 177_106, null, "EUR"],
    ["Au delà de 50 %", 50, null, "%"],
    ["Plus de 177 106 €", 177_106, null, "EUR"],
    ["plus de 10 000 € et jusqu'à 20 000 €", 10_000, 20_000, "EUR"],
    ["Plus de 5 à 10", 5, 10, null],
    ["de plus de 5 % à moins de 10 %", 5, 10, "%"],
    ["À partir de 15 000 €", 15_000, null, "EUR"],
    ["Supérieure à 11 294 € et inférieure ou égale à 28 797 €", 11_294, 28_797, "EUR"],
    ["supérieurs ou égaux à 3", 3, null, null],
    ["> 10 %", 10, null, "%"],
    ["≥ 10 000", 10_000, null, null],
    ["10 000 € et plus", 10_000, null, "EUR"],
    ["au moins 3", 3, null, null],
    ["Jusqu’à 11 294 €", null, 11_294, "EUR"],
    ["N'excédant pas 11 294 €", null, 11_294, "EUR"],
    ["Moins de 10 000 €", null, 10_000, "EUR"],
    ["Inférieur ou égal à 5 %", null, 5, "%"],
    ["≤ 500 €", null, 500, "EUR"],
    ["5 % au plus", null, 5, "%"],
  ])("%j is from %d to %d (%s)", (texte, de, a, unite) => {
    expect(readCellValue(texte)).toEqual({ nombre: null, unite, bornes: { de, a } });
  });
});

describe("a cell that says anything else has no number", () => {
  test.each([
    "",
    "néant",
    "-",
    "—",
    "environ 1 500 €",
    "1 500 € par an",
    "1 500 € (1)",
    "1 500 F",
    "5 ans",
    "Moins de 40 ans",
    "De 40 à 60 ans",
    "à partir du 1er janvier 2014",
    "1er",
    "3 ‰",
    "43 millions d'euros",
    "15 k€",
    "33 1/3 %",
    "1.125",
    "1.5",
    "01",
    "0123",
    "10 2",
    "15 0001",
    "10\n100",
    "2 parts",
    "art. 199",
    "199 terdecies",
    "1,2,3",
    "5 % et 10 %",
    "5 % ou 10 %",
    "de 5 % à 10 €",
    "de 5 % à 10",
    "de 1 à 2 millions d'euros",
    "de 20 à 10",
    "de 5 %",
    "entre 5 %",
    "de jusqu'à 5 %",
    "plus de",
    "1234567890123456",
    "fraction supérieure à 177 106 €",
    `${"9 ".repeat(80)}€`,
  ])("%j", (texte) => {
    expect(readCellValue(texte)).toEqual(NOTHING);
  });
});
