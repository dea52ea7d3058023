/** The command `bun run keys`. Exit codes: 0 done, 1 refused, 2 wrong command line. */
import { print, tellFault } from "../config/command-line.ts";
import { readConfig } from "../config/config.ts";
import { storeFault } from "../db/postgres/open.ts";
import { type KeyCommand, parseCommand, USAGE } from "./keys/command.ts";
import { executeCommand } from "./keys/execute.ts";
import { openKeyAdmin } from "./keys/open-key-admin.ts";

process.exit(await main(process.argv.slice(2)));

async function main(args: readonly string[]): Promise<number> {
  try {
    const command = parseCommand(args);
    print(command.verb === "help" ? USAGE : await execute(command));
    return 0;
  } catch (error) {
    return tellFault(storeFault(error), USAGE);
  }
}

async function execute(command: Exclude<KeyCommand, { verb: "help" }>): Promise<string> {
  const { admin, close } = await openKeyAdmin(readConfig());
  try {
    return await executeCommand(admin, command);
  } finally {
    await close();
  }
}
