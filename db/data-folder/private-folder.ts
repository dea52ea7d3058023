import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { OperatorFault } from "../../config/operator-fault.ts";

const OWNER_ALONE = 0o700;
const ANYONE_ELSE = 0o077;

/** The data folder can be read by other users, and contains files that are not ours: its mode is left alone. */
export class FolderNotPrivate extends OperatorFault {
  override readonly name = "FolderNotPrivate";

  constructor(dataDir: string, options?: ErrorOptions) {
    super(
      [
        `Le dossier de données ${dataDir} est ouvert à d'autres utilisateurs, qui y liraient clés et usage. Au choix :`,
        `  chmod 700 ${dataDir}    s'il ne sert qu'à ce service`,
        "  DATA_DIR=./autre-dossier    pour un dossier à part, qui sera créé",
      ].join("\n"),
      options,
    );
  }
}

/**
 * Creates the data folder if need be, and closes it to other users. A folder with other files than ours is left alone:
 * `DATA_DIR=/tmp`, by mistake, must not close `/tmp` to everybody.
 * @param ourFile a file present in every folder of ours.
 * @throws {FolderNotPrivate}
 */
export function makePrivateFolder(dataDir: string, ourFile: string): void {
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ALONE });
  if ((statSync(dataDir).mode & ANYONE_ELSE) === 0) return;
  if (!existsSync(ourFile) && readdirSync(dataDir).length > 0) throw new FolderNotPrivate(dataDir);
  try {
    chmodSync(dataDir, OWNER_ALONE);
  } catch (cause) {
    throw new FolderNotPrivate(dataDir, { cause });
  }
}
