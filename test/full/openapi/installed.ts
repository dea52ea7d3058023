import { join } from "node:path";
import { temporaryFolder } from "../../folders.ts";

/** The version that the expectations of `schemathesis.toml` were written with. */
const PACKAGE = "schemathesis==4.32.5";
const INSTALL_LIMIT_MS = 180_000;

/** A Python program that was installed for these tests alone. */
export interface Installed {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Installs schemathesis in a temporary folder; gives the reason, in a few words, where that can't be done. */
export async function installSchemathesis(): Promise<Installed | string> {
  const python = Bun.which("python3");
  if (python === null) return "python3 is absent";
  const folder = temporaryFolder();
  const pip = [python, "-m", "pip", "install", "--disable-pip-version-check"];
  const uv = ["uv", "pip", "install", "--python", python];
  for (const installer of Bun.which("uv") === null ? [pip] : [uv, pip]) {
    if (await succeeds([...installer, "--quiet", "--target", folder, PACKAGE])) {
      return {
        command: [python, join(folder, "bin", "schemathesis")],
        environment: { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1" },
      };
    }
  }
  return `neither uv nor pip could install ${PACKAGE}`;
}

async function succeeds(command: string[]): Promise<boolean> {
  const options = { stdout: "ignore", stderr: "ignore", timeout: INSTALL_LIMIT_MS } as const;
  return (await Bun.spawn(command, options).exited) === 0;
}
