import { closeSync, fchmodSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { OperatorFault } from "../../config/operator-fault.ts";
import { createKey, hasAnyKey } from "../../db/keys/keys.ts";
import type { Database } from "../../db/postgres/database.ts";

const DEMO_KEY = { name: "Démonstration", plan: "pro" } as const;
const KEY_FILE = "cle-demonstration.txt";

export interface DemoKey {
  readonly key: string;
  /** Where it was written; null when it is to be shown. */
  readonly file: string | null;
}

/** The demonstration key can't be stored anywhere: none was created. */
export class KeyFileFault extends OperatorFault {
  override readonly name = "KeyFileFault";

  constructor(file: string, cause: unknown) {
    const code = cause instanceof Error && "code" in cause ? ` (${cause.code})` : "";
    super(
      `Aucune clé de démonstration n'est créée : ${file} ne peut pas être écrit${code}. Créez une clé par « bun run keys create --name NOM --plan FORMULE ».`,
      { cause },
    );
  }
}

/**
 * Creates the demonstration key of a store without any; null otherwise.
 * @param folder of a file readable by its owner only, as logs would keep it; null to show it in a terminal.
 * @throws {KeyFileFault}
 */
export async function createDemoKey(database: Database, folder: string | null): Promise<DemoKey | null> {
  if (await hasAnyKey(database)) return null;
  if (folder === null) return { key: (await createKey(database, DEMO_KEY)).key, file: null };
  const file = join(folder, KEY_FILE);
  // Opened before the key is created: a key that nobody could read would stay in the store for ever.
  const opened = openKeyFile(folder, file);
  try {
    const { key } = await createKey(database, DEMO_KEY);
    writeSync(opened, `${key}\n`);
    return { key, file };
  } finally {
    closeSync(opened);
  }
}

function openKeyFile(folder: string, file: string): number {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const opened = openSync(file, "w", 0o600);
    // An existing file would keep its mode otherwise.
    fchmodSync(opened, 0o600);
    return opened;
  } catch (cause) {
    throw new KeyFileFault(file, cause);
  }
}

/** The welcome message: the key, or where it is, and three requests to paste. */
export function welcome(url: string, { key, file }: DemoKey): string {
  const told =
    file === null
      ? `Clé de démonstration (formule « ${DEMO_KEY.plan} », affichée cette seule fois) : ${key}`
      : `Clé de démonstration (formule « ${DEMO_KEY.plan} ») écrite dans ${file}`;
  const header =
    file === null ? `'X-API-Key: ${key}'` : `"X-API-Key: $(cat '${file.replaceAll("'", "'\\''")}')"`;
  return `${told}

  curl -H ${header} '${url}/v1/search?q=plus-value+ET+exon%C3%A9ration'
  curl -H ${header} '${url}/v1/boi/BOI-IR-LIQ-20-10'
  curl -H ${header} '${url}/v1/boi/BOI-IR-LIQ-20-10/graph?depth=2&direction=both'

Documentation : ${url}/docs
`;
}
