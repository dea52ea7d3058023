import { afterAll, describe, expect, test } from "bun:test";
import type { Database } from "../../../db/postgres/database.ts";
import { openRelational } from "../../../db/postgres/open.ts";
import { AWAY } from "../../fixtures/absent-stores.ts";
import { temporaryFolder } from "../../folders.ts";
import { createMigratedDatabase, serverAbsence, stopServer } from "../../servers/postgres.ts";
import { contenu, ingester, writeExport } from "./exports.ts";

const TIMEOUT_MS = 60_000;

describe.skipIf(serverAbsence !== null)("an ingestion into an empty store", () => {
  afterAll(() => stopServer());

  test(
    "scans no table whose size is that of the corpus once a batch: four times the records read four times the rows",
    async () => {
      const [small, large] = [await rowsScanned(100), await rowsScanned(400)];
      // Twice four times: pages of a hundred documents are a few whole scans of tables that were never analysed. One scan
      // a batch of records would be sixteen times.
      for (const [table, rows] of large)
        expect({ table, rows, isLinear: rows <= 8 * (small.get(table) ?? 0) + 400 }).toMatchObject({
          isLinear: true,
        });
    },
    TIMEOUT_MS,
  );
});

/** Rows that scans without an index read, by table; stopped before the derived stores. */
async function rowsScanned(documents: number): Promise<Map<string, number>> {
  const { url, drop } = await createMigratedDatabase();
  const store = await openRelational({ database: { kind: "server", url }, dataDir: temporaryFolder() });
  const lines = Array.from({ length: documents }, (_, index) =>
    contenu(`BOI-IR-BASE-${index + 1}0`, { date: "2020-01-15", pgp: 100 + index }),
  );
  await forgoAnalysis(store.database);
  await ingester(store.database).ingest(writeExport(lines), { fullText: AWAY });
  await store.close();
  const after = await openRelational({ database: { kind: "server", url }, dataDir: temporaryFolder() });
  const rows = await after.database.$client<{ table: string; rows: number }[]>`
    select relname as table, seq_tup_read::int as rows from pg_stat_user_tables`;
  await after.close();
  await drop();
  return new Map(rows.map(({ table, rows: read }) => [table, read]));
}

/** The server analyses tables once a minute, at any time; a table of some hundred rows is then best scanned. */
async function forgoAnalysis({ $client: sql }: Database): Promise<void> {
  const tables = await sql<
    { name: string }[]
  >`select relname as name from pg_stat_user_tables where schemaname = 'public'`;
  for (const { name } of tables) await sql`alter table ${sql(name)} set (autovacuum_enabled = false)`;
}
