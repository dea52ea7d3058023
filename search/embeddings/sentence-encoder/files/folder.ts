import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ModelFile, RELEASE } from "./release.ts";

/** Absolute path of the folder of the model's files, all there or none. */
export function modelFolder(modelsFolder: string): string {
  return join(modelsFolder, RELEASE.id);
}

/** Whether a folder contains the model; the contents of its files are checked when they are read. */
export function isModelKept(folder: string): boolean {
  return RELEASE.files.every(({ name }) => existsSync(join(folder, name)));
}

/** Whether a folder contains the model, with each file as published. */
export function isModelWhole(folder: string): boolean {
  return (
    isModelKept(folder) &&
    RELEASE.files.every(({ name }) => isPublished(name, readFileSync(join(folder, name))))
  );
}

/** A file of the model differs from the published one: it was changed or truncated. */
class ModelDamaged extends Error {
  override readonly name = "ModelDamaged";

  constructor(name: ModelFile["name"]) {
    super(`son fichier ${name} n'est pas celui qui a été publié : relancez « bun run model »`);
  }
}

/** Reads a file of the model. @throws {ModelDamaged} when its digest is another */
export function readModelFile(folder: string, name: ModelFile["name"]): Buffer {
  const bytes = readFileSync(join(folder, name));
  if (!isPublished(name, bytes)) throw new ModelDamaged(name);
  return bytes;
}

function isPublished(name: ModelFile["name"], bytes: Buffer): boolean {
  return RELEASE.files.some((file) => file.name === name && file.sha256 === sha256Of(bytes));
}

/** Writes the files of the model, each renamed into place once complete. */
export function keepModel(folder: string, files: ReadonlyMap<ModelFile["name"], Buffer>): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, bytes] of files) {
    const path = join(folder, name);
    writeFileSync(`${path}.unfinished`, bytes, { mode: 0o600 });
    renameSync(`${path}.unfinished`, path);
  }
}

/** SHA-256, lower-case hexadecimal. */
export function sha256Of(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}
