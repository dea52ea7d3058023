import {
  canonicalSource,
  displaySource,
  listSources,
  SAMPLE,
  withoutCredentials,
} from "../../config/allowed-sources.ts";
import type { Config } from "../../config/config.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readSource } from "../../db/queries/corpus.ts";
import { IngestionFault } from "../journal/fault.ts";

/** The store was filled from another source. */
export class OtherSource extends IngestionFault {
  override readonly name = "OtherSource";

  constructor(
    readonly remembered: string,
    readonly asked: string,
  ) {
    const kept = [
      "  sans SOURCE ni --source    pour continuer avec la leur",
      `  DATA_DIR=./autre-dossier SOURCE=${quoted(asked)} bun run start    pour avoir les deux, puis passer de l'une à l'autre`,
    ];
    // The sample's fiction and real doctrine never mix: a command sure to be refused is not suggested.
    const joined = `  bun run ingest --source ${quoted(asked)} --force    si c'est le même corpus, pris ailleurs : cette source remplace la leur`;
    super(
      [
        `Ces données viennent de la source « ${remembered} », et « ${asked} » est demandée. Au choix :`,
        ...kept,
        ...([remembered, asked].includes(SAMPLE) ? [] : [joined]),
      ].join("\n"),
    );
  }
}

/** Checks that `source` is, or includes, the one that filled the store, if any. @throws {OtherSource} */
export async function assertSameSource(database: Database, source: string): Promise<void> {
  const other = await findOtherSource(database, source);
  if (other !== null) throw other;
}

/** The refusal of a source other than the one the store was filled from; null when it is that one. */
export async function findOtherSource(database: Database, source: string): Promise<OtherSource | null> {
  const remembered = await readSource(database);
  const asked = canonicalSource(source);
  if (remembered === null || isWithin(withoutCredentials(remembered), withoutCredentials(asked))) return null;
  return new OtherSource(displaySource(remembered), displaySource(asked));
}

/** The source of a run that names none: the operator's, else the remembered one, unless the default includes it. */
export async function chooseSource(
  database: Database,
  { source, isSourceNamed }: Pick<Config, "source" | "isSourceNamed">,
): Promise<string> {
  const remembered = isSourceNamed ? null : await readSource(database);
  return remembered === null || isWithin(remembered, withoutCredentials(canonicalSource(source)))
    ? source
    : remembered;
}

/** Facts of several sources mix in any order; the sample's are no real doctrine, and mix with no others. */
function isWithin(remembered: string, asked: string): boolean {
  const names = new Set(listSources(asked));
  if (remembered === SAMPLE) return asked === SAMPLE;
  return listSources(remembered).every((name) => names.has(name));
}

function quoted(argument: string): string {
  return /^[\w./:@%+=,-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
