import { describe, expect, test } from "bun:test";
import { readTables } from "../../../bofip/tables/read-tables.ts";
import { readBlocks } from "../../../bofip/text/contenu-html.ts";
import { csvOf, spreadCells } from "../../../src/features/tables/service.ts";

function csv(rows: string): string | null {
  const [table] = readTables(readBlocks(`<table>${rows}</table>`));
  return table === undefined ? null : csvOf(table);
}

describe("a table as CSV (RFC 4180)", () => {
  test.each([
    [
      "a line a row, ended by CR LF",
      "<tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr>",
      "a,b\r\nc,d\r\n",
    ],
    [
      "a cell that spans is in each of its places",
      '<tr><td rowspan="2" colspan="2">a</td><td>b</td></tr><tr><td>c</td></tr>',
      "a,a,b\r\na,a,c\r\n",
    ],
    ["rows are of one length", "<tr><td>a</td></tr><tr><td>b</td><td>c</td></tr>", 'a,""\r\nb,c\r\n'],
    ["an empty row is a row", "<tr><td>a</td></tr><tr><td></td></tr><tr><td>b</td></tr>", 'a\r\n""\r\nb\r\n'],
    [
      "commas and quotation marks are quoted",
      '<tr><td>5,5 %</td><td>dit "TVA"</td></tr>',
      '"5,5 %","dit ""TVA"""\r\n',
    ],
    ["so are lines of a cell", "<tr><td>a<br>b</td><td>c</td></tr>", '"a\nb",c\r\n'],
    [
      "texts are exact, whatever a spreadsheet makes of them",
      "<tr><td>=1+1</td><td>-5 %</td><td>+ 10 €</td></tr>",
      "=1+1,-5 %,+ 10 €\r\n",
    ],
    ["a table without cells is empty", "", ""],
  ])("%s", (_, rows, expected) => {
    expect(csv(rows)).toBe(expected);
  });

  test("where two cells overlap, the first one stays", () => {
    const rows =
      '<tr><td>a</td><td rowspan="2">b</td></tr><tr><td colspan="2">c</td></tr><tr><td>d</td><td>e</td></tr>';
    expect(csv(rows)).toBe("a,b\r\nc,b\r\nd,e\r\n");
  });

  test.each([
    [
      "too many places for its cells",
      `<tr>${'<td colspan="999" rowspan="999">a</td>'.repeat(200)}</tr>`,
      998,
    ],
    ["one row too wide for the others", `<tr>${'<td colspan="900">a</td>'.repeat(10)}</tr>`, 20],
  ])("%s: none", (_, row, others) => {
    expect(csv(row + "<tr><td>b</td></tr>".repeat(others))).toBeNull();
  });
});

test("a grid has the very cells of its table", () => {
  const cell = { hauteur: 1, largeur: 2, texte: "a" };
  expect(spreadCells([[cell], []])).toEqual([
    [cell, cell],
    [null, null],
  ]);
});
