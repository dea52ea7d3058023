import { setImmediate as nextTurn } from "node:timers/promises";
import { stringify } from "csv-stringify/sync";
import { frenchDate } from "../../../bofip/days/days.ts";
import { readCellValue } from "../../../bofip/tables/cell-value.ts";
import {
  countHeaderRows,
  type DocumentTable,
  type TableContent,
  TableReader,
} from "../../../bofip/tables/read-tables.ts";
import { FINGERPRINT, fingerprint } from "../../../bofip/text/characters.ts";
import type { Database } from "../../../db/postgres/database.ts";
import type { StoredDocument } from "../../../db/queries/documents.ts";
import { readListedTables, readTableTexts, readTableVersions } from "../../../db/queries/tables.ts";
import type { QueryNode } from "../../../search/fulltext/query/ast.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { type KeptWords, nextPage, type SearchedList } from "../../http/kept-words.ts";
import { type RenderedAnswer, renderedText } from "../../http/response/body.ts";
import { consultationPath, tableAnchor, tableCsvPath } from "../../pages/addresses.ts";
import { answerCached, type PageContext, redirectTo } from "../../pages/answer.ts";
import { readDocumentAddress } from "../../pages/asked-address.ts";
import { type AskedText, askedText } from "../../schemas/parameters/asked-text.ts";
import { askedDay, editionOf, placeOfTable, type Site } from "../../texts/edition.ts";
import { findText, refusalOfUnheld } from "../../texts/find-text.ts";
import { takeInTurns } from "../../texts/read-wording.ts";
import type { DocumentDeps } from "../documents/service.ts";
import type { DocumentTables, TableList } from "./answer.ts";

interface TablesRequest {
  readonly boiId: string;
  readonly asked: AskedText;
}

export interface TableRequest extends TablesRequest {
  /** From 1. */
  readonly rang: number;
}

/** A text's tables, cell by cell, from its stored HTML. @throws {ApiError} `text_not_held`, and as `findText` */
export async function readDocumentTables(
  deps: DocumentDeps,
  { boiId, asked }: TablesRequest,
): Promise<DocumentTables> {
  const stored = await findHeldText(deps, boiId, asked);
  return await tablesAnswer(deps, stored, asked, await tablesOf(stored));
}

/** One table of a text. @throws {ApiError} `unknown_table`, and as `readDocumentTables` */
export async function readDocumentTable(deps: DocumentDeps, request: TableRequest): Promise<DocumentTables> {
  const { stored, table } = await findTable(deps, request);
  return await tablesAnswer(deps, stored, request.asked, [table]);
}

/** `readDocumentTable` as CSV. @throws {ApiError} as it does, or `table_without_csv` when spans take too much room */
export async function readTableCsv(deps: DocumentDeps, request: TableRequest): Promise<string> {
  const { stored, table } = await findTable(deps, request);
  const csv = csvOf(table);
  if (csv === null) throw new ApiError("table_without_csv", { id: stored.boi_id, rang: String(table.rang) });
  return csv;
}

async function findHeldText(
  { database }: DocumentDeps,
  boiId: string,
  asked: AskedText,
): Promise<StoredDocument> {
  const stored = await findText(database, boiId, asked);
  if (!stored.texte_detenu) throw refusalOfUnheld(stored, "tables");
  return stored;
}

async function findTable(deps: DocumentDeps, { boiId, asked, rang }: TableRequest) {
  const stored = await findHeldText(deps, boiId, asked);
  const tables = await tablesOf(stored);
  const table = tables[rang - 1];
  if (table !== undefined) return { stored, table };
  throw new ApiError("unknown_table", {
    id: stored.boi_id,
    rang: String(rang),
    edition: frenchDate(stored.date_publication),
    held: tables.length === 0 ? "n'en a aucun" : `en a ${tables.length}`,
  });
}

async function tablesOf({ contenu_html }: StoredDocument): Promise<readonly DocumentTable[]> {
  const reader = new TableReader();
  await takeInTurns(contenu_html, (block) => reader.take(block));
  return reader.tables;
}

/** About five milliseconds of work: the longest documents have twenty times as much. */
const CELLS_A_TURN = 2_000;

async function tablesAnswer(
  deps: DocumentDeps,
  stored: StoredDocument,
  asked: AskedText,
  tables: readonly DocumentTable[],
): Promise<DocumentTables> {
  const tableaux: DocumentTables["tableaux"][number][] = [];
  let cells = 0;
  for (const { entetePresumee, ...table } of tables) {
    const texts = table.lignes.flatMap((row) => row.map(({ texte }) => texte));
    cells += texts.length;
    if (cells > CELLS_A_TURN) {
      await nextTurn();
      cells = texts.length;
    }
    tableaux.push({
      rang: table.rang,
      paragraphe: table.paragraphe,
      section: table.section,
      titre: table.titre,
      entetes: countHeaderRows({ ...table, entetePresumee }),
      entete_presumee: entetePresumee,
      lignes: table.lignes.map((row) =>
        row.map(({ texte, ...cell }) => ({ texte, ...readCellValue(texte), ...cell })),
      ),
      empreinte: fingerprint(texts.join(" ")),
      ...placeOfTable(deps, stored, table),
    });
  }
  return {
    boi_id: stored.boi_id,
    titre: stored.titre,
    edition: editionOf(deps, stored, askedDay(asked)),
    tableaux,
  };
}

/** CSV (RFC 4180), each cell in every place that it spans, exact even if it looks like a formula; null if too large. */
export function csvOf({ lignes }: TableContent): string | null {
  const grid = spreadCells(lignes);
  if (grid === null) return null;
  const rows = grid.map((row) => row.map((cell) => cell?.texte ?? ""));
  // An empty line is no row to many readers, and a line break inside a cell must not end its row.
  return stringify(rows, { record_delimiter: "\r\n", quoted_empty: true, quoted_match: /[\r\n]/ });
}

interface Spanning {
  readonly hauteur: number;
  readonly largeur: number;
}

/** Cells, spans repeated: no table of the doctrine comes near; more is a fault of the source. */
const MAX_SLOTS = 100_000;

/**
 * Spreads cells over rows and columns as HTML does, each in every place that it spans; rows are of one length, null
 * where no cell is. Null beyond 100,000 places. `rows`: cells by the row that opens them; none spans beyond the last.
 */
export function spreadCells<Cell extends Spanning>(
  rows: readonly (readonly Cell[])[],
): (readonly (Cell | null)[])[] | null {
  const grid: (Cell | undefined)[][] = rows.map(() => []);
  let slots = 0;
  for (const [index, row] of rows.entries()) {
    let column = 0;
    for (const cell of row) {
      slots += cell.hauteur * cell.largeur;
      if (slots > MAX_SLOTS) return null;
      while (grid[index]?.[column] !== undefined) column += 1;
      fill(grid.slice(index, index + cell.hauteur), column, cell);
      column += cell.largeur;
    }
  }
  const width = Math.max(0, ...grid.map(({ length }) => length));
  if (width * rows.length > MAX_SLOTS) return null;
  return grid.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? null));
}

/** Where two cells overlap, the first one stays. */
function fill<Cell extends Spanning>(rows: (Cell | undefined)[][], start: number, cell: Cell): void {
  for (const row of rows) {
    for (let column = start; column < start + cell.largeur; column += 1) row[column] ??= cell;
  }
}

/** The tables of the documents in force, found by their titles and their headers. */
export const TABLE_WORDS: SearchedList = {
  readVersions: readTableVersions,
  readTexts: readTableTexts,
  // A few words each.
  pageTexts: 1000,
};

export interface TableListDeps extends Site {
  readonly database: Database;
  readonly tableWords: KeptWords;
}

interface TableListRequest {
  /** Null = whatever their words. */
  readonly query: { readonly node: QueryNode } | null;
  /** A node of the classification (`IR/LIQ`); null = all of it. */
  readonly chemin: string | null;
  readonly limit: number;
  readonly offset: number;
  /** Path of this page, with its parameters. */
  readonly path: string;
}

/** One page of the tables of the documents in force, by identifier, then in the order of the text. */
export async function listTables(deps: TableListDeps, request: TableListRequest): Promise<TableList> {
  const { query, chemin, limit, offset, path } = request;
  const found = await deps.tableWords.matching(query?.node ?? null);
  const keys = chemin === null ? found : found.filter((key) => isBelow(key, chemin));
  const rows = await readListedTables(deps.database, keys.slice(offset, offset + limit));
  return {
    total: keys.length,
    tableaux: rows.map(({ date_publication, ...row }) => ({
      ...row,
      page: `${deps.publicUrl()}${consultationPath(row.boi_id, date_publication)}#${tableAnchor(row.rang)}`,
    })),
    page_suivante: nextPage(deps.publicUrl() + path, { limit, offset, total: keys.length }),
  };
}

/** Whether the document of a table is at a node of the classification, or below it. */
function isBelow(key: string, chemin: string): boolean {
  const document = `BOI-${chemin.replaceAll("/", "-")}`;
  return key.startsWith(`${document}-`) || key.startsWith(`${document} `);
}

interface WrittenTable {
  readonly id: string;
  readonly date: string;
  /** `3.csv` */
  readonly file: string;
  readonly empreinte: string | undefined;
}

/** A table as a CSV file, or a redirection to it. @throws {ApiError} `unknown_route`, and as `readTableCsv` */
export async function showTable(
  context: PageContext,
  written: WrittenTable,
): Promise<Response | RenderedAnswer> {
  const { date, file, empreinte = null } = written;
  const rang = Number(/^([1-9]\d{0,3})\.csv$/.exec(file)?.[1]);
  if (Number.isNaN(rang))
    throw new ApiError("unknown_route", { path: `/consultation/${written.id}/${date}/tableaux/${file}` });
  if (empreinte !== null && !FINGERPRINT.test(empreinte))
    throw new ApiError("unknown_wording", { id: written.id, empreinte });
  const address = readDocumentAddress(written.id, date);
  if (address.kind === "other") return redirectTo(`${address.path}/tableaux/${file}`, 308);
  const { boiId } = address.id;
  const asked = askedText(address.id, { empreinte: empreinte ?? undefined });
  const path = tableCsvPath({ boiId, date, empreinte }, rang);
  const headers = {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${boiId}-${date}-tableau-${rang}.csv"`,
  };
  const render = async () => renderedText(await readTableCsv(context, { boiId, asked, rang }));
  return await answerCached(context, path, render, headers);
}
