import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { parseRecord } from "../../../ingest/parse/record.ts";
import type { DocumentTables, TableList } from "../../../src/features/tables/answer.ts";
import { hasRealCorpus, readRealLines } from "../../fixtures/real-corpus.ts";
import { temporaryFolder } from "../../folders.ts";
import { evened, layOutRows, layOutTables } from "../../html-tables.ts";
import { openService, type TestService } from "../../servers/service.ts";

setDefaultTimeout(120_000);

const reason = hasRealCorpus ? "" : " (skipped: ../shared/corpus is absent)";

describe.skipIf(!hasRealCorpus)(`the tables of the real test corpus${reason}`, () => {
  let service: TestService;
  let key: string;
  /** The official HTML of the documents with tables, by identifier. */
  const sources = new Map<string, string>();

  beforeAll(async () => {
    const lines = (await readRealLines()).filter((line) => line.includes("<table"));
    for (const line of lines) {
      const record = parseRecord(line);
      if (record.kind === "contenu") sources.set(record.boiId, record.html ?? "");
    }
    const file = join(temporaryFolder(), "tables.jsonl");
    await Bun.write(file, lines.join("\n"));
    service = await openService(file);
    key = await service.key("interne");
  });
  afterAll(() => service.close());

  async function read<Body>(path: string): Promise<Body> {
    const answer = await service.get(path, key);
    expect([path, answer.status]).toEqual([path, 200]);
    return (await answer.json()) as Body;
  }

  test("each is rebuilt from the answer as its official HTML is laid out, cell by cell", async () => {
    let count = 0;
    for (const [boiId, html] of sources) {
      const { tableaux } = await read<DocumentTables>(`/v1/boi/${boiId}/tableaux`);
      const rebuilt = tableaux.map(({ titre, lignes }) => ({
        titre,
        grid: layOutRows(lignes).map((row) =>
          row.map((cell) => cell && { texte: evened(cell.texte), isHeader: cell.entete }),
        ),
      }));
      const shown = layOutTables(html).map(({ titre, grid }) => ({
        titre,
        grid: grid.map((row) => row.map((cell) => cell && { texte: cell.texte, isHeader: cell.isHeader })),
      }));
      expect([boiId, rebuilt]).toEqual([boiId, shown]);
      count += shown.length;
    }
    expect(count).toBe(17);
  });

  test("each is listed, and found by its title", async () => {
    expect((await read<TableList>("/v1/tableaux?limit=100")).total).toBe(17);
    const { total, tableaux } = await read<TableList>("/v1/tableaux?q=liste cr%C3%A9dits imp%C3%B4t");
    expect([total, tableaux[0]?.boi_id]).toEqual([1, "BOI-IR-RICI"]);
    expect(tableaux[0]?.intitules).toEqual(["Nature", "Objet", "Texte", "Renvoi"]);
  });

  test("its cells are words: none is taken for a number", async () => {
    const numbers: [string, number | null][] = [];
    for (const boiId of sources.keys()) {
      const { tableaux } = await read<DocumentTables>(`/v1/boi/${boiId}/tableaux`);
      for (const { nombre, texte } of tableaux.flatMap(({ lignes }) => lignes.flat()))
        if (nombre !== null) numbers.push([texte, nombre]);
    }
    expect(numbers).toEqual([]);
  });
});
