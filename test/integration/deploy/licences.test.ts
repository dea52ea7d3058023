import { beforeEach, expect, test } from "bun:test";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../folders.ts";

const ROOT = join(import.meta.dir, "../../..");
let folder: string;

/** A project that installs `needed`, whose own dependencies each test declares. */
beforeEach(async () => {
  folder = temporaryFolder();
  cpSync(join(ROOT, "deploy/licences.ts"), join(folder, "deploy/licences.ts"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(ROOT, "node_modules/@sinclair"), join(folder, "node_modules/@sinclair"));
  await writeManifest("", { license: "MIT", dependencies: { needed: "1" } });
});

const writeManifest = (path: string, manifest: object) =>
  Bun.write(
    join(folder, path, "package.json"),
    JSON.stringify({ name: path, version: "1.0.0", ...manifest }),
  );

async function examine(needs: object, license: string) {
  await writeManifest("node_modules/needed", { license: "ISC", ...needs });
  await writeManifest("node_modules/other", { license });
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "deploy/licences.ts"], { cwd: folder });
  return { exitCode, complaint: stderr.toString() };
}

for (const field of ["dependencies", "optionalDependencies", "peerDependencies"]) {
  test(`a licence that asks for more than mention is refused, found through ${field}`, async () => {
    const { exitCode, complaint } = await examine({ [field]: { other: "1" } }, "GPL-3.0");
    expect(exitCode).toBe(1);
    expect(complaint).toContain("node_modules/other 1.0.0 : GPL-3.0");
  });
}

test("a licence that leaves the choice is taken, and so is what is not installed", async () => {
  const needs = { dependencies: { other: "1" }, optionalDependencies: { absent: "1" } };
  expect(await examine(needs, "(MIT OR GPL-3.0)")).toEqual({ exitCode: 0, complaint: "" });
});
