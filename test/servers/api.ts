import { join } from "node:path";
import { BARE_ENVIRONMENT } from "../bare-environment.ts";
import { startedInTime } from "./start-limit.ts";

/** A real API process on the loopback. */
export interface ApiProcess {
  readonly url: string;
  stop(): Promise<void>;
  /** SIGKILL: nothing is ended. */
  kill(): Promise<void>;
}

const ROOT = join(import.meta.dir, "../..");

/**
 * Starts `bun run start` on any free port, with only these variables of ours; of this program, or one elsewhere. Tests
 * visit from one address: it is never refused.
 */
export async function startApi(
  variables: Readonly<Record<string, string>>,
  program = ROOT,
): Promise<ApiProcess> {
  const service = Bun.spawn([process.execPath, "src/index.ts"], {
    cwd: program,
    env: {
      ...BARE_ENVIRONMENT,
      MODEL: "off",
      PORT: "0",
      LOG_LEVEL: "silent",
      RATE_VISITOR_MS: "60000",
      ...variables,
    },
    stdout: "pipe",
    stderr: "inherit",
  });
  const url = await startedInTime("the API of the tests", readAddress(service.stdout)).catch(
    (late: unknown) => {
      // Its output would keep whoever reads that of the tests waiting.
      service.kill("SIGKILL");
      throw late;
    },
  );
  return {
    url,
    async stop() {
      service.kill();
      await service.exited;
    },
    async kill() {
      service.kill("SIGKILL");
      await service.exited;
    },
  };
}

/** The address that a starting service prints; rejects when it ends without. */
export async function readAddress(output: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  let printed = "";
  for await (const chunk of output) {
    printed += new TextDecoder().decode(chunk);
    const url = /répond sur (http:\S+)/.exec(printed)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`the API stopped: ${printed}`);
}
