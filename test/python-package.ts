import { temporaryFolder } from "./folders.ts";

const INSTALL_LIMIT_MS = 180_000;

/** A package of PyPI that was installed for one test alone. */
interface PythonPackage {
  readonly python: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Installs a package in a temporary folder; gives the reason, in a few words, where that can't be done.
 * @param requirement `name==version`.
 * @param options of the installer.
 */
export async function installPythonPackage(
  requirement: string,
  options: readonly string[] = [],
): Promise<PythonPackage | string> {
  const python = Bun.which("python3");
  if (python === null) return "python3 is absent";
  const folder = temporaryFolder();
  const pip = [python, "-m", "pip", "install", "--disable-pip-version-check"];
  const uv = ["uv", "pip", "install", "--python", python];
  for (const installer of Bun.which("uv") === null ? [pip] : [uv, pip]) {
    if (await succeeds([...installer, ...options, "--quiet", "--target", folder, requirement]))
      return { python, folder, environment: { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1" } };
  }
  return `neither uv nor pip could install ${requirement}`;
}

async function succeeds(command: string[]): Promise<boolean> {
  const options = { stdout: "ignore", stderr: "ignore", timeout: INSTALL_LIMIT_MS } as const;
  return (await Bun.spawn(command, options).exited) === 0;
}
