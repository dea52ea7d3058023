import { join } from "node:path";
import type { BenchRequest } from "./load.ts";

/** What a bare server answers: bodies ready to leave, or what the embedded full-text engine finds, or FTS5 alone. */
export type BareOrder =
  | { readonly requests: readonly BenchRequest[]; readonly bodies: readonly string[] }
  | { readonly dataDir: string; readonly isFts5Alone: boolean };

export interface BareServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Elysia with nothing of the service, in a process of its own as the service is. */
export async function startBareServer(order: BareOrder): Promise<BareServer> {
  const server = Bun.spawn([process.execPath, join(import.meta.dir, "bare-server.ts")], {
    stdin: new Blob([JSON.stringify(order)]),
    stdout: "pipe",
    stderr: "inherit",
  });
  const reader = server.stdout.getReader();
  const { value } = await reader.read();
  if (value === undefined) throw new Error("the bare server does not start");
  return {
    url: new TextDecoder().decode(value).trim(),
    async stop() {
      server.kill();
      await server.exited;
    },
  };
}
