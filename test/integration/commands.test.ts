/** The messages of every command about its own command line, before it opens or asks anything. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { BARE_ENVIRONMENT } from "../bare-environment.ts";
import { temporaryFolder } from "../folders.ts";

setDefaultTimeout(60_000);

const ROOT = join(import.meta.dir, "../..");

async function command(line: string) {
  const [script = "", ...args] = line.split(" ").filter((word) => word !== "");
  const DATA_DIR = join(temporaryFolder(), "data");
  const child = Bun.spawn([process.execPath, "run", script, ...args], {
    cwd: ROOT,
    // A wrong setting does not keep anyone from reading what a command does.
    env: { ...BARE_ENVIRONMENT, DATA_DIR, PORT: "abc", API_KEY: "" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect(existsSync(DATA_DIR)).toBe(false);
  return { code: await child.exited, output, errors };
}

test.each([
  "start --help",
  "start -h",
  "worker --help",
  "worker --now --help",
  "ingest --help",
  "ingest --source sample --help",
  "reindex --help",
  "erase --help",
  "mcp --help",
  "keys --help",
  "keys help",
  "keys create --help",
  "keys change --help",
  "keys list --help",
  "keys revoke --help",
  "keys usage --help",
  "keys export --help",
  "keys import --help",
  "bench --help",
  "bench worst --documents=10 -h",
])("« bun run %s » explains the command, with code 0", async (line) => {
  const { code, output } = await command(line);
  const [name = ""] = line.split(" ");
  expect([code, output]).toEqual([0, expect.stringContaining(`Usage : bun run ${name}`)]);
});

test.each([
  ["start --prot 3001", "Option inconnue : « --prot »"],
  ["start 3001", "Argument en trop : « 3001 »"],
  ["worker --nwo", "Option inconnue : « --nwo »"],
  ["worker --now=oui", "L'option --now n'attend pas de valeur"],
  ["ingest --sorce sample", "Option inconnue : « --sorce »"],
  ["ingest --source", "L'option --source attend une valeur"],
  ["ingest --source --force", "L'option --source attend une valeur"],
  ["ingest sample", "Argument en trop : « sample »"],
  ["reindex --fulltxt", "Option inconnue : « --fulltxt »"],
  ["erase", "Une empreinte de 64 chiffres hexadécimaux minuscules est attendue."],
  [`erase ${"0".repeat(64)}`, "L'option --reason est obligatoire : elle dit pourquoi ce texte est effacé."],
  ["reindex -v", "Option inconnue : « -v »"],
  ["mcp --url http://localhost", "Option inconnue : « --url »"],
  ["keys create --nom x", "Option inconnue : « --nom »"],
  ["keys create --name", "L'option --name attend une valeur"],
  ["bench wrost", "Banc inconnu : « wrost »."],
  ["bench worst toString", "Banc inconnu : « toString »."],
])("« bun run %s » is refused with code 2, naming what is wrong, and the usage", async (line, reason) => {
  const { code, output, errors } = await command(line);
  const [name = ""] = line.split(" ");
  expect([code, output]).toEqual([2, ""]);
  expect(errors).toContain(reason);
  expect(errors).toContain(`Usage : bun run ${name}`);
});
