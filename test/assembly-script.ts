import { expect } from "bun:test";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./folders.ts";

const OPTIONS = ["-O3", "--noAssert", "--runtime", "stub", "--importMemory", "--enable", "simd"];
const COMPILER = Bun.fileURLToPath(new URL("../node_modules/assemblyscript/bin/asc.js", import.meta.url));

/** Holds `NAME.wasm` of a folder to what `NAME.as` beside it compiles to; UPDATE_KERNEL=1 writes it. */
export async function expectCompiled(folder: URL, name: string): Promise<void> {
  const compiled = await compile(new URL(`${name}.as`, folder));
  const kept = new URL(`${name}.wasm`, folder);
  if (process.env["UPDATE_KERNEL"] === "1") writeFileSync(kept, compiled);
  expect(compiled.equals(readFileSync(kept))).toBe(true);
}

/** By its command: the types of its library would change those of our own arrays. */
async function compile(source: URL): Promise<Buffer> {
  const folder = temporaryFolder();
  // The compiler reads no other extension; ours keeps other tools from taking it for TypeScript.
  copyFileSync(source, join(folder, "kernel.ts"));
  const command = [process.execPath, COMPILER, "kernel.ts", ...OPTIONS, "--outFile", "kernel.wasm"];
  const compiler = Bun.spawn(command, { cwd: folder, stdout: "inherit", stderr: "inherit" });
  expect(await compiler.exited).toBe(0);
  return readFileSync(join(folder, "kernel.wasm"));
}
