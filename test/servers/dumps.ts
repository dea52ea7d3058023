import { tmpdir } from "node:os";

/** The commands of docs/operations.md, « Sauvegarder et restaurer »; in compose.yaml they run in the server's own container. */
const DUMP = ["--format=custom", "--no-owner"];
const RESTORE = ["--no-owner", "--exit-on-error"];

/** Of the tests' server; pg_dump refuses a server newer than itself. */
const SERVER_MAJOR = 18;

/** Why dumps can't be taken here, or null when they can: the package of the tests' server has none of these tools. */
export const dumpAbsence = findDumpAbsence();

/** Writes a dump of a database to a file. */
export async function takeDump(url: string, file: string): Promise<void> {
  await run("pg_dump", [...DUMP, "--file", file, url]);
}

/** Puts a dump back in an empty database. */
export async function restoreDump(url: string, file: string): Promise<void> {
  await run("pg_restore", [...RESTORE, "--dbname", url, file]);
}

function findDumpAbsence(): string | null {
  try {
    const version = Bun.spawnSync(["pg_dump", "--version"]).stdout.toString();
    const major = Number(/(\d+)/.exec(version)?.[1]);
    return major >= SERVER_MAJOR ? null : `pg_dump ${SERVER_MAJOR} or later is needed, ${major} is there`;
  } catch {
    return "pg_dump is not installed";
  }
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const command = Bun.spawn([program, ...args], { cwd: tmpdir(), stdout: "ignore", stderr: "pipe" });
  const complaint = await new Response(command.stderr).text();
  if ((await command.exited) !== 0) throw new Error(`${program}: ${complaint}`);
}
