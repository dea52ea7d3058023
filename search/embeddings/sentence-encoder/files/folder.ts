import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256Of } from "./digest.ts";
import { type ModelFile, RELEASE } from "./release.ts";

/** Where the files of the model are kept, whole or not at all. @param modelsFolder absolute path. */
export function modelFolder(modelsFolder: string): string {
  return join(modelsFolder, RELEASE.id);
}

/** Whether a folder holds the model; what its files hold is looked at when they are read. */
export function isModelKept(folder: string): boolean {
  return RELEASE.files.every(({ name }) => existsSync(join(folder, name)));
}

/** Whether a folder holds the model, each file as it was published. */
export function isModelWhole(folder: string): boolean {
  return (
    isModelKept(folder) &&
    RELEASE.files.every(({ name }) => isPublished(name, readFileSync(join(folder, name))))
  );
}

/** A file of the model is not the one that was published: it was changed, or cut short. */
export class ModelDamaged extends Error {
  override readonly name = "ModelDamaged";

  constructor(name: ModelFile["name"]) {
    super(`son fichier ${name} n'est pas celui qui a été publié : relancez « bun run model »`);
  }
}

/**
 * The bytes of a file of the model.
 * @throws {ModelDamaged}
 */
export function readModelFile(folder: string, name: ModelFile["name"]): Buffer {
  const bytes = readFileSync(join(folder, name));
  if (!isPublished(name, bytes)) throw new ModelDamaged(name);
  return bytes;
}

function isPublished(name: ModelFile["name"], bytes: Buffer): boolean {
  return RELEASE.files.some((file) => file.name === name && file.sha256 === sha256Of(bytes));
}

/** Keeps the files of the model, each renamed into place once it is whole. */
export function keepModel(folder: string, files: ReadonlyMap<ModelFile["name"], Buffer>): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, bytes] of files) {
    const path = join(folder, name);
    writeFileSync(`${path}.unfinished`, bytes, { mode: 0o600 });
    renameSync(`${path}.unfinished`, path);
  }
}
