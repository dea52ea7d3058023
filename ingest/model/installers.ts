/**
 * Installs a wheel from a requirements file, into a folder of its own.
 * @returns false on any failure.
 */
export type Installer = (requirements: string, target: string, signal: AbortSignal) => Promise<boolean>;

/** By exact hash, the package alone, never built here: none of its code is run. */
const LOCKED = ["--require-hashes", "--no-deps", "--only-binary", ":all:"];
const ONCE = ["--retries", "0", "--disable-pip-version-check", "--no-input", "--no-compile"];

/** The installers of this machine, the fastest first. */
export function installers(which: (command: string) => string | null = Bun.which): Installer[] {
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
