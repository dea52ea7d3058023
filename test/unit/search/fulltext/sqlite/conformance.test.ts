import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFullTextIndex } from "../../../../../search/fulltext/open.ts";
import { openSqliteReader } from "../../../../../search/fulltext/sqlite/reader.ts";
import { openSqliteWriter } from "../../../../../search/fulltext/sqlite/writer.ts";
import { describeFullTextEngine } from "../../../../integration/search/fulltext/conformance.ts";
import { describeEditions } from "../../../../integration/search/fulltext/editions-conformance.ts";

async function open() {
  const folder = mkdtempSync(join(tmpdir(), "fulltext-"));
  const path = join(folder, "fulltext.sqlite");
  const writer = openSqliteWriter(path);
  const reader = openSqliteReader(path);
  return {
    reader,
    writer,
    digest: openFullTextIndex({ dataDir: folder, fulltext: { kind: "embedded" } }).digest,
    dispose: async () => {
      await reader.close();
      await writer.close();
      rmSync(folder, { recursive: true });
    },
  };
}

describeFullTextEngine("SQLite", open);
describeEditions("SQLite", open);
