import { type KeyAdmin, requireWholeStart } from "./admin.ts";
import type { KeyCommand } from "./command.ts";
import { readKeyFile, writeKeyFile } from "./files.ts";
import { printKeys, printUsage } from "./print.ts";

/**
 * Runs a command on the keys, and returns what to print.
 * @throws {OperatorFault} when it can't be done: an unknown key, a prefix that several keys share, a file…
 */
export async function executeCommand(
  admin: KeyAdmin,
  command: Exclude<KeyCommand, { verb: "help" }>,
): Promise<string> {
  if ("visibleStart" in command) await requireWholeStart(admin, command.visibleStart);
  switch (command.verb) {
    case "create": {
      const { key, plan } = await admin.create(command.request);
      return `Clé de la formule « ${plan} » créée ; notez-la, elle ne sera plus affichée :\n${key}`;
    }
    case "list":
      return printKeys(await admin.list());
    case "change":
      return `${printKeys([await admin.change(command.visibleStart, command.change)])}\n\nLe changement vaut partout dans la minute.`;
    case "revoke":
      await admin.revoke(command.visibleStart);
      return `La clé ${command.visibleStart} est révoquée ; elle sera refusée partout dans la minute.`;
    case "usage":
      return printUsage(await admin.usage(command.visibleStart));
    case "export": {
      const document = await admin.export();
      if (command.file === null) return JSON.stringify(document, null, 2);
      writeKeyFile(command.file, document);
      return `${document.keys.length} clé(s) écrite(s) dans ${command.file}.`;
    }
    case "import": {
      const { added, known } = await admin.import(readKeyFile(command.file));
      return `${added} clé(s) ajoutée(s), ${known} déjà connue(s).`;
    }
  }
}
