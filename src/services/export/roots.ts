import type { Database } from "../../../db/postgres/database.ts";
import { readRevision } from "../../../db/queries/corpus.ts";
import type { Perimeter } from "../../../db/queries/export.ts";
import { type ExportRoot, readExportRoot } from "../../../db/queries/export-root.ts";

/** The roots of exports, each worked out once a state of the corpus: it goes through every text that is held. */
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
