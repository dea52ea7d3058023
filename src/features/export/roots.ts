import type { Database } from "../../../db/postgres/database.ts";
import { readRevision } from "../../../db/queries/corpus.ts";
import type { Perimeter } from "../../../db/queries/export.ts";
import { type ExportRoot, readExportRoot } from "../../../db/queries/export-root.ts";

/** Caches the roots of exports, each computed once per state of the corpus: it reads every stored text. */
export class ExportRoots {
  private readonly known = new Map<Perimeter, Promise<ExportRoot>>();

  constructor(private readonly database: Database) {}

  async of(perimeter: Perimeter): Promise<ExportRoot> {
    const known = await this.known.get(perimeter)?.catch(() => null);
    if (known != null && known.revision === (await readRevision(this.database))) return known;
    const reading = readExportRoot(this.database, perimeter);
    this.known.set(perimeter, reading);
    return await reading;
  }
}
