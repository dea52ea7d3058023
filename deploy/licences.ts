/** `bun run audit`: the licence of every package that production installs must be one that asks for no more than mention. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Static, Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

const PERMISSIVE = [
  "MIT",
  "ISC",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "Unlicense",
  "BlueOak-1.0.0",
];

const Names = t.Optional(t.Record(t.String(), t.String()));

const Manifest = t.Object({
  name: t.Optional(t.String()),
  version: t.Optional(t.String()),
  license: t.Optional(t.String()),
  dependencies: Names,
  // Installed along, unless an optional one does not suit the machine.
  optionalDependencies: Names,
  peerDependencies: Names,
});

const refused: string[] = [];
const seen = new Set<string>();
visit(join(import.meta.dir, "../package.json"));
if (refused.length > 0) {
  console.error(`Licences à examiner :\n${refused.map((line) => `  - ${line}`).join("\n")}`);
  process.exit(1);
}
console.log(`Licences : ${seen.size - 1} paquets de production, toutes permissives.`);

function visit(file: string): void {
  if (seen.has(file)) return;
  seen.add(file);
  const { name, version, license = "aucune", ...needs } = readManifest(file);
  if (!isPermissive(license)) refused.push(`${name} ${version} : ${license}`);
  const needed = { ...needs.dependencies, ...needs.optionalDependencies, ...needs.peerDependencies };
  for (const dependency of Object.keys(needed)) {
    const found = find(dependency, dirname(file));
    if (found !== null) visit(found);
  }
}

/** « (MIT OR GPL-3.0) » leaves the choice; « MIT AND X » does not. */
function isPermissive(license: string): boolean {
  const choices = license.replaceAll(/[()]/g, "").split(" OR ");
  return choices.some((choice) => choice.split(" AND ").every((one) => PERMISSIVE.includes(one)));
}

/** The manifest of a package as seen from a folder; null when it is not installed, as an optional one may be. */
function find(dependency: string, from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const file = join(folder, "node_modules", dependency, "package.json");
    if (existsSync(file)) return file;
    if (folder === dirname(folder)) return null;
  }
}

function readManifest(file: string): Static<typeof Manifest> {
  return Value.Parse(Manifest, JSON.parse(readFileSync(file, "utf8")));
}
