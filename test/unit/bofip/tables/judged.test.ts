/** Twenty tables heavy in spans, judged before the code that reads them (test/fixtures/law-cited/rare-notes.txt). */
import { expect, test } from "bun:test";
import { Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { readCellValue } from "../../../../bofip/tables/cell-value.ts";
import { readTables } from "../../../../bofip/tables/read-tables.ts";
import { readBlocks } from "../../../../bofip/text/contenu-html.ts";
import { sanitise } from "../../../../ingest/parse/html.ts";
import { spreadCells } from "../../../../src/features/tables/service.ts";
import { evened, layOutRows, layOutTables } from "../../../html-tables.ts";

const OrNull = t.Union([t.Number(), t.Null()]);
const Judged = t.Object({
  html: t.String(),
  entetes: t.Integer(),
  lignes: t.Array(
    t.Array(
      t.Object({
        texte: t.String(),
        nombre: OrNull,
        unite: t.Union([t.Literal("EUR"), t.Literal("%"), t.Null()]),
        bornes: t.Union([t.Object({ de: OrNull, a: OrNull }), t.Null()]),
        hauteur: t.Integer(),
        largeur: t.Integer(),
        entete: t.Boolean(),
      }),
    ),
  ),
});

const file = Bun.file(new URL("../../../fixtures/law-cited/tables.jsonl", import.meta.url));
const lines = (await file.text()).trim().split("\n");
const judged = lines.map((line) => Value.Parse(Judged, JSON.parse(line)));

test("they are twenty", () => {
  expect(judged).toHaveLength(20);
});

test.each(judged.map((table, index) => [index + 1, table] as const))(
  "table %i",
  (_, { html, ...expected }) => {
    const [table] = readTables(readBlocks(sanitise(html).html));
    const lignes = (table?.lignes ?? []).map((row) =>
      row.map(({ texte, ...cell }) => ({ texte: evened(texte), ...readCellValue(texte), ...cell })),
    );
    const right = expected.lignes.map((row) => row.map((cell) => ({ ...cell, texte: evened(cell.texte) })));
    expect({ entetes: table?.entetes, lignes }).toEqual({ entetes: expected.entetes, lignes: right });
  },
);

test.each(judged.map(({ html }, index) => [index + 1, html] as const))(
  "table %i stands cell by cell where a browser lays it out",
  (_, html) => {
    const [table] = readTables(readBlocks(sanitise(html).html));
    const read = layOutRows(table?.lignes ?? []).map((row) =>
      row.map((cell) => cell && { texte: evened(cell.texte), isHeader: cell.entete }),
    );
    const shown = (layOutTables(html)[0]?.grid ?? []).map((row) =>
      row.map((cell) => cell && { texte: cell.texte, isHeader: cell.isHeader }),
    );
    expect(read).toEqual(shown);
    const spread = spreadCells(table?.lignes ?? [])?.map((row) =>
      row.map((cell) => cell && evened(cell.texte)),
    );
    expect(spread).toEqual(shown.map((row) => row.map((cell) => cell?.texte ?? null)));
  },
);
