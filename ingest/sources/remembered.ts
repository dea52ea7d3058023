import type { Database } from "../../db/postgres/client.ts";
import { readSource } from "../../db/queries/corpus.ts";
import { IngestionFault } from "../journal/fault.ts";
import { canonicalSource, displaySource, listSources, SAMPLE, withoutCredentials } from "./name.ts";

/** The store was filled from another source. */
export class OtherSource extends IngestionFault {
  override readonly name = "OtherSource";

  constructor(
    readonly remembered: string,
    readonly asked: string,
  ) {
    super(
      [
        `Ces données viennent de la source « ${remembered} », et SOURCE demande « ${asked} ». Au choix :`,
        `  bun run ingest --source ${quoted(asked)} --force    pour changer la source de ces données`,
        `  DATA_DIR=./autre-dossier SOURCE=${quoted(asked)} bun run start    pour garder les deux`,
      ].join("\n"),
    );
  }
}

/**
 * Checks that `source` is the one the store was filled from, or names it among others; an empty store accepts any.
 * @throws {OtherSource}
 */
export async function assertSameSource(database: Database, source: string): Promise<void> {
  const remembered = await readSource(database);
  const asked = canonicalSource(source);
  if (remembered !== null && !isWithin(withoutCredentials(remembered), withoutCredentials(asked)))
    throw new OtherSource(displaySource(remembered), displaySource(asked));
}

/** Facts of several sources join in any order; the sample's are no real doctrine, and join no others. */
function isWithin(remembered: string, asked: string): boolean {
  const names = new Set(listSources(asked));
  if (remembered === SAMPLE) return asked === SAMPLE;
  return listSources(remembered).every((name) => names.has(name));
}

function quoted(argument: string): string {
  return /^[\w./:@%+=,-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
