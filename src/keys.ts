/** The command `bun run keys`. Exit codes: 0 done, 1 refused, 2 wrong command line. */
import { tellFault } from "../db/command-line.ts";
import { readConfig } from "../db/config.ts";
import { storeFault } from "../db/postgres/open.ts";
import { type KeyAdmin, requireWholeStart } from "./keys/admin.ts";
import { type KeyCommand, parseCommand, USAGE } from "./keys/command.ts";
import { readKeyFile, writeKeyFile } from "./keys/files.ts";
import { openKeyAdmin } from "./keys/open.ts";
import { printKeys, printUsage } from "./keys/print.ts";

process.exit(await main(process.argv.slice(2)));

async function main(args: readonly string[]): Promise<number> {
  try {
    const command = parseCommand(args);
    console.log(command.verb === "help" ? USAGE : await execute(command));
    return 0;
  } catch (error) {
    return tellFault(storeFault(error), USAGE);
  }
}

async function execute(command: Exclude<KeyCommand, { verb: "help" }>): Promise<string> {
  const { admin, close } = await openKeyAdmin(readConfig());
  try {
    return await run(admin, command);
  } finally {
    await close();
  }
}

/** What the command prints. */
async function run(admin: KeyAdmin, command: Exclude<KeyCommand, { verb: "help" }>): Promise<string> {
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
