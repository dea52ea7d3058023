import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const PYTHON = Bun.which("python3");

/** Added to the title of tests that are skipped without Python. */
export const pythonAbsence = PYTHON === null ? " (skipped: python3 is absent)" : "";
export const hasPython = PYTHON !== null;

const START = `
import json, os, pathlib
from doctrine_fiscale import *
waited = []
client = Client(os.environ["API"], "boi_clef", sleep=waited.append)
def outcome(call):
    try:
        return call()
    except (DoctrineError, MirrorDiffers, UnfinishedCheck, OSError) as told:
        return [type(told).__name__, getattr(told, "code", None), str(told)]
`;

/** A service that answers what a test tells it to, and the programs that ask it. */
export class FakeApi {
  answer: (request: Request, url: URL) => Response | Promise<Response> = () => new Response(null);
  readonly #server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => this.answer(request, new URL(request.url)),
  });

  get url(): string {
    return this.#server.url.origin;
  }

  /** What a Python program that has a client prints, as JSON. */
  async python(program: string, variables: Readonly<Record<string, string>> = {}): Promise<unknown> {
    return JSON.parse((await this.#run([PYTHON ?? "", "-c", START + program], variables)).printed);
  }

  /** A pass of the guide's mirror. */
  async mirrorRecipe(folder: string): Promise<{ readonly code: number; readonly said: string }> {
    return await this.#run([PYTHON ?? "", join(ROOT, "src/docs/recipes/miroir.py"), folder], {});
  }

  /** Runs what follows in the guide's loop, which has `service`. */
  async loopRecipe(program: string): Promise<{ readonly code: number; readonly printed: string }> {
    const recipe = await Bun.file(join(ROOT, "src/docs/recipes/boucle.js")).text();
    const service = `const service = { url: ${JSON.stringify(this.url)}, cle: "boi_clef" };`;
    return await this.#run([process.execPath, "-e", `${recipe}\n${service}\n${program}`], {});
  }

  async #run(command: string[], variables: Readonly<Record<string, string>>) {
    const client = { PYTHONPATH: join(ROOT, "clients/python"), PYTHONDONTWRITEBYTECODE: "1" };
    const service = { PATH: Bun.env["PATH"], API: this.url, CLE: "boi_clef" };
    const child = Bun.spawn(command, {
      env: { ...service, ...client, ...variables },
      stdout: "pipe",
      stderr: "pipe",
    });
    const [printed, said] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    return { code: await child.exited, printed, said };
  }

  async close(): Promise<void> {
    await this.#server.stop(true);
  }
}
