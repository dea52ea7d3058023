import { Type as t } from "@sinclair/typebox";
import { certaintySentence } from "../../../bofip/sources/certainty.ts";
import { pathOf, withNeighbours } from "../../mcp/api.ts";
import { boiId, day, integer, limit, offset, tool } from "../../mcp/inputs.ts";
import { nextOffset, result, resultOf } from "../../mcp/results.ts";
import { List } from "../../schemas/responses.ts";
import { DocumentTable, DocumentTables } from "./answer.ts";
import { spreadCells } from "./service.ts";

const description = `Lit un tableau d'un document (barème, taux, plafonds), rang par rang ; sans « rang », la liste de ses tableaux.
Quand : un montant, un taux ou un seuil est dans un tableau. Citez le § où il se trouve.`;

const { rang, paragraphe, section, titre, entetes, citation, page } = DocumentTable.properties;

const Tables = resultOf({
  ...t.Pick(DocumentTables, ["boi_id", "titre", "edition"]).properties,
  tableaux: t.Array(
    t.Object({
      ...{ rang, paragraphe, section, titre, entetes, citation, page },
      nombre_lignes: t.Integer(),
      lignes: List(List(t.String()), { description: "Textes des cellules, celles qui s'étendent répétées" }),
    }),
  ),
});

export const getTable = tool(
  { name: "get_table", title: "Lire un tableau", description },
  { boi_id: boiId, date: day, rang: t.Optional(integer(1, 9_999)), limit: limit(100, 40), offset },
  async ({ boi_id, date, rang: asked, ...rows }, { api }) => {
    const all = pathOf`/v1/boi/${boi_id}/tableaux`;
    const found = await api
      .get(asked === undefined ? all : `${all}/${asked}`, DocumentTables, { date })
      .catch(withNeighbours(boi_id));
    const tableaux = found.tableaux.map((table) => ({
      ...table,
      nombre_lignes: table.lignes.length,
      lignes:
        asked === undefined
          ? textsOf(table).slice(0, Math.max(1, table.entetes))
          : textsOf(table).slice(rows.offset, rows.offset + rows.limit),
    }));
    const [shown] = asked === undefined ? [] : tableaux;
    const suite =
      shown === undefined ? null : nextOffset(rows.offset, shown.lignes.length, shown.nombre_lignes);
    const lines = [
      `${found.boi_id} — ${found.titre}${tableaux.length === 0 ? " : aucun tableau" : ""}`,
      certaintySentence(found.edition),
      ...tableaux.flatMap(linesOf),
    ];
    return result(Tables, lines, { ...found, tableaux, suite });
  },
);

/** The texts of a table's cells by row and column, those that span repeated; as written where that takes too much room. */
function textsOf({ lignes }: DocumentTable): string[][] {
  const grid: readonly (readonly (DocumentTable["lignes"][number][number] | null)[])[] =
    spreadCells(lignes) ?? lignes;
  return grid.map((row) => row.map((cell) => cell?.texte.replaceAll("\n", " ") ?? ""));
}

function linesOf(table: {
  readonly rang: number;
  readonly titre: string | null;
  readonly nombre_lignes: number;
  readonly lignes: readonly (readonly string[])[];
  readonly citation: string;
  readonly page: string;
}): string[] {
  const name = table.titre === null ? "" : ` « ${table.titre} »`;
  return [
    `Tableau ${table.rang}${name}, ${table.nombre_lignes} rangs. ${table.citation}. Page : ${table.page}`,
    ...table.lignes.map((row) => row.join(" | ")),
  ];
}
