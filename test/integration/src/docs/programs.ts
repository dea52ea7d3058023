/** Runs the programs of the documentation, all those of a language in one process. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "../../../../src/docs/examples/samples.tsx";
import { temporaryFolder } from "../../../folders.ts";

interface Runner {
  /** Null where the language is not installed. */
  readonly command: readonly string[] | null;
  /** What the process reads. */
  input(programs: readonly string[]): string;
  /** What each program printed. */
  outputs(printed: string): unknown[][];
}

/** Between what two programs printed; in no JSON. */
const SEPARATOR = "\u001E";

/** Each program prints values, which the process gathers. */
const IN_JAVASCRIPT = `const outputs = [];
for (const path of JSON.parse(await Bun.stdin.text())) {
  const printed = [];
  console.log = (value) => printed.push(value);
  await import(path);
  outputs.push(printed);
}
process.stdout.write(JSON.stringify(outputs));`;

const IN_PYTHON = `import json, sys
outputs = []
for program in json.load(sys.stdin):
    printed = []
    exec(program, {"print": printed.append})
    outputs.append(printed)
json.dump(outputs, sys.stdout)`;

const found = (name: string, ...options: string[]) => {
  const path = Bun.which(name);
  return path === null ? null : [path, ...options];
};

export const RUNNERS: Readonly<Record<Language, Runner>> = {
  curl: {
    command: Bun.which("curl") === null ? null : found("sh", "-e"),
    input: (programs) => programs.map((program) => `${program}\nprintf '\\036'\n`).join(""),
    outputs: (printed) =>
      printed
        .split(SEPARATOR)
        .slice(0, -1)
        .map((answer) =>
          answer
            .trimEnd()
            .split("\n")
            .map((line) => JSON.parse(line)),
        ),
  },
  javascript: {
    command: [process.execPath, "-e", IN_JAVASCRIPT],
    input: (programs) => JSON.stringify(asModules(programs)),
    outputs: (printed) => JSON.parse(printed),
  },
  python: {
    command: found("python3", "-c", IN_PYTHON),
    input: JSON.stringify,
    outputs: (printed) => JSON.parse(printed),
  },
};

/** The files of the programs, each a module. */
function asModules(programs: readonly string[]): string[] {
  const folder = temporaryFolder();
  return programs.map((program, index) => {
    const path = join(folder, `${index}.mjs`);
    writeFileSync(path, program);
    return path;
  });
}

/** What each of the programs prints, with a key in the variable that they read. @throws {Error} when one fails. */
export async function runPrograms(
  { command, input, outputs }: Runner,
  programs: readonly string[],
  key: string,
): Promise<unknown[][]> {
  const running = Bun.spawn([...(command ?? [])], {
    stdin: new Blob([input(programs)]),
    stderr: "pipe",
    env: { ...process.env, CLE: key, PYTHONIOENCODING: "utf-8" },
  });
  const [printed, faults] = await Promise.all([
    new Response(running.stdout).text(),
    new Response(running.stderr).text(),
  ]);
  if ((await running.exited) !== 0) throw new Error(faults);
  return outputs(printed);
}
