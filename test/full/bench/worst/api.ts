import { join } from "node:path";
import { temporaryFolder } from "../../../folders.ts";
import { type ApiProcess, startApi } from "../../../servers/api.ts";
import type { BenchRequest } from "../load.ts";

/** An API whose event loop is watched. */
export interface WatchedApi {
  /** Milliseconds to the end of the answer and its status; null past the limit. */
  ask(
    request: BenchRequest,
    signal?: AbortSignal,
  ): Promise<{ readonly ms: number; readonly status: number } | null>;
  textOf(path: string): Promise<string>;
  /** The longest time that the event loop was blocked since the last call, in milliseconds. */
  longestTurn(): Promise<number>;
  end(): Promise<void>;
}

const LIMIT_MS = 20_000;
const PRELOADED = join(import.meta.dir, "loop-turns.ts");

/** Starts one over a data folder that is filled. @param program the folder of the version that is measured. */
export async function startWatchedApi(program: string, dataDir: string, key: string): Promise<WatchedApi> {
  const socket = join(temporaryFolder(), "turns.sock");
  const variables = { DATA_DIR: dataDir, BUN_OPTIONS: `--preload=${PRELOADED}`, LOOP_TURNS_SOCKET: socket };
  const api: ApiProcess = await startApi(variables, program);
  return {
    async ask({ path, headers = {}, body, method = body === undefined ? "GET" : "POST" }, signal) {
      const startedAt = performance.now();
      const own = body === undefined ? {} : { "content-type": "application/json" };
      const init = body === undefined ? { method } : { method, body };
      try {
        const answer = await fetch(api.url + path, {
          ...init,
          headers: { "x-api-key": key, ...headers, ...own },
          signal: AbortSignal.any([AbortSignal.timeout(LIMIT_MS), ...(signal === undefined ? [] : [signal])]),
        });
        await answer.arrayBuffer();
        return { ms: performance.now() - startedAt, status: answer.status };
      } catch {
        return null;
      }
    },
    async textOf(path) {
      return await (await fetch(api.url + path, { headers: { "x-api-key": key } })).text();
    },
    async longestTurn() {
      const answer = await fetch("http://turns/", { unix: socket, signal: AbortSignal.timeout(LIMIT_MS) });
      return Number(await answer.json());
    },
    end: () => api.kill(),
  };
}

/** Creates an unlimited key in a data folder that no service is using. */
export async function createBenchKey(program: string, dataDir: string): Promise<string> {
  const terms = ["--plan", "interne", "--minute", "1000000", "--quota", "100000000"];
  const command = Bun.spawn([process.execPath, "src/keys.ts", "create", "--name", "banc", ...terms], {
    cwd: program,
    env: { PATH: Bun.env["PATH"], DATA_DIR: dataDir },
  });
  const [key] = /boi_\w+/.exec(await new Response(command.stdout).text()) ?? [];
  if (key === undefined) throw new Error("no key was made");
  return key;
}
