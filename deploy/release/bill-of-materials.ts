import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What an installation is made from. */
const MANIFESTS = ["package.json", "bun.lock", "bunfig.toml", "patches"];

/**
 * Writes what production installs as a CycloneDX bill of materials, whose schema the tool checks. The packages are
 * installed from the lock into a new folder: the project's own node_modules also contains development packages, and
 * maybe local experiments.
 * @throws {Error} with the output of a command that fails.
 */
export function writeBillOfMaterials(project: string, file: string): void {
  const folder = mkdtempSync(join(tmpdir(), "doctrine-release-"));
  try {
    for (const name of MANIFESTS) cpSync(join(project, name), join(folder, name), { recursive: true });
    const install = ["install", "--frozen-lockfile", "--production", "--ignore-scripts"];
    run([process.execPath, ...install], folder);
    const tool = join(project, "node_modules/.bin/cyclonedx-npm");
    const told = ["--omit", "dev", "--output-reproducible", "--validate", "--output-file", file];
    run([tool, ...told], folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(command: string[], cwd: string): void {
  // Started by `bun run`, the tool would take Bun for npm.
  const { npm_execpath: _, ...env } = process.env;
  const { success, stderr } = Bun.spawnSync(command, { cwd, env });
  if (!success) throw new Error(`${command.join(" ")}: ${stderr}`);
}
