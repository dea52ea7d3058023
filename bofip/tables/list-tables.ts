import { type DocumentTable, readTables } from "./read-tables.ts";

/** What names a table, without its cells. */
export interface ListedTable extends Pick<DocumentTable, "rang" | "paragraphe" | "section" | "titre"> {
  /** Texts of its header cells, each once; of a table that marks none, those of its first row. */
  readonly intitules: readonly string[];
  /** Number of its rows. */
  readonly lignes: number;
}

/** Enough to find a table by its headers; a table of names may mark thousands of cells. */
const MOST_HEADERS = 100;

/** What names each table of a document's stored HTML, in order. */
export function listTables(contenuHtml: string): ListedTable[] {
  return readTables(contenuHtml).map((table) => ({
    rang: table.rang,
    paragraphe: table.paragraphe,
    section: table.section,
    titre: table.titre,
    intitules: headersOf(table),
    lignes: table.lignes.length,
  }));
}

function headersOf({ lignes, entetePresumee }: DocumentTable): string[] {
  const cells = entetePresumee ? (lignes[0] ?? []) : lignes.flat().filter(({ entete }) => entete);
  return [...new Set(cells.map(({ texte }) => texte))].filter((texte) => texte !== "").slice(0, MOST_HEADERS);
}
