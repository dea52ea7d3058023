import type { Database } from "../../../db/postgres/database.ts";
import { readListedTables, readTableTexts, readTableVersions } from "../../../db/queries/tables.ts";
import type { QueryNode } from "../../../search/fulltext/query/ast.ts";
import { type KeptWords, nextPage, type SearchedList } from "../../http/kept-words.ts";

import { consultationPath, tableAnchor } from "../../pages/addresses.ts";
import type { Site } from "../texts/place.ts";
import type { TableList } from "./answer.ts";

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
