import type { Database } from "../../../db/postgres/database.ts";
import { readRevision } from "../../../db/queries/corpus.ts";
import { type ExampleNames, readExampleNames, SAMPLE_NAMES } from "./names.ts";

/** What the shown requests name, chosen anew when the corpus changes. */
export class KeptNames {
  private revision = -1;
  private names = SAMPLE_NAMES;

  constructor(private readonly database: Database) {}

  /** Those of the corpus as it is; those of the last one read while the store does not answer. */
  async read(): Promise<ExampleNames> {
    try {
      const revision = await readRevision(this.database);
      if (revision !== this.revision) this.names = await readExampleNames(this.database);
      this.revision = revision;
    } catch {
      // The documentation is read all the more while the store is away; `/v1/status` reports it.
      return this.names;
    }
    return this.names;
  }
}
