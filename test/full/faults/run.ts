import { join } from "node:path";
import { temporaryFolder } from "../../folders.ts";
import type { Doors } from "./doors.ts";
import type { Engines } from "./engines.ts";

const ROOT = join(import.meta.dir, "../../..");
/** Far beyond what any run of these tests takes, on a machine that does ten other things. */
const RUN_LIMIT_MS = 300_000;

/** A run in a process of its own. */
export interface RunProcess {
  /** Resolves once the process has shown that text, or has ended. */
  shows(text: string): Promise<void>;
  kill(): Promise<void>;
  readonly ended: Promise<EndedProcess>;
}

interface EndedProcess {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
  /** Whether it had to be stopped, having gone on for too long. */
  readonly isStuck: boolean;
}

export type Environment = Readonly<Record<string, string>>;

interface RunOptions {
  /** Whether the source may be another one than before, and withdraw what it likes; it may by default. */
  readonly isForced?: boolean;
  /** Largest size of a file, in blocks of 512 bytes, as if the disk were full beyond. */
  readonly fileBlocks?: number | undefined;
}

/** Starts `bun run ingest --source …` on engines that its environment names. */
export function startRun(
  source: string,
  environment: Environment,
  { isForced = true, fileBlocks }: RunOptions = {},
): RunProcess {
  const command = ["ingest/index.ts", "--source", source, ...(isForced ? ["--force"] : [])];
  return start(command, environment, fileBlocks);
}

/** Starts `bun run worker --now`, which asks for a run and never ends by itself. */
export function startWorkerRun(source: string, environment: Environment): RunProcess {
  return start(["ingest/worker.ts", "--now"], { ...environment, SOURCE: source });
}

/** What makes a run use the engines behind doors. */
export function throughDoors({ meilisearch }: Engines, { of }: Doors): Environment {
  return {
    DATABASE_URL: of.postgres.url,
    MEILI_URL: of.meilisearch.url,
    MEILI_KEY: meilisearch.key,
    QDRANT_URL: of.qdrant.url,
    DATA_DIR: temporaryFolder(),
  };
}

/** The output of a process, for the message of a failure. */
export function wordsOf({ code, output, errors, isStuck }: EndedProcess): string {
  return isStuck ? `it does not end by itself: ${errors}` : `code ${code}: ${output}${errors}`;
}

const UNSET = {
  DATABASE_URL: "",
  MEILI_URL: "",
  MEILI_KEY: "",
  QDRANT_URL: "",
  SOURCE: "",
  LOG_LEVEL: "silent",
};

function start(args: readonly string[], environment: Environment, fileBlocks?: number): RunProcess {
  const limit = fileBlocks === undefined ? [] : ["sh", "-c", `ulimit -f ${fileBlocks}; exec "$@"`, "sh"];
  const child = Bun.spawn([...limit, process.execPath, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...UNSET, ...environment },
    stdout: "pipe",
    stderr: "pipe",
  });
  let isStuck = false;
  const timer = setTimeout(() => {
    isStuck = true;
    child.kill("SIGKILL");
  }, RUN_LIMIT_MS);
  let errors = "";
  const waiting: { readonly text: string; resolve(): void }[] = [];
  const tell = () => {
    for (const { text, resolve } of waiting) if (errors.includes(text) || child.exitCode !== null) resolve();
  };
  const readErrors = async () => {
    for await (const chunk of child.stderr) {
      errors += Buffer.from(chunk).toString();
      tell();
    }
  };
  const end = async (): Promise<EndedProcess> => {
    const [output] = await Promise.all([new Response(child.stdout).text(), readErrors()]);
    await child.exited;
    tell();
    clearTimeout(timer);
    return { code: child.exitCode, output, errors, isStuck };
  };
  const ended = end();
  return {
    shows: (text) =>
      new Promise((resolve) => {
        waiting.push({ text, resolve });
        tell();
      }),
    async kill() {
      child.kill("SIGKILL");
      await child.exited;
    },
    ended,
  };
}
