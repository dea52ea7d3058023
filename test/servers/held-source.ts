import { createServer } from "node:http";

/** An export at an address, served only when released: until then, whoever asks for it is in the middle of a run. */
export interface HeldSource {
  readonly url: string;
  /** Resolves once it is asked for. */
  readonly asked: Promise<void>;
  answer(): void;
  close(): void;
}

export async function openHeldSource(lines: readonly string[]): Promise<HeldSource> {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const server = createServer(async (_, response) => {
    asked.resolve();
    await answered.promise;
    response.end(lines.map((line) => `${line}\n`).join(""));
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const bound = server.address();
      resolve(typeof bound === "object" && bound !== null ? bound.port : 0);
    });
  });
  return {
    url: `http://127.0.0.1:${port}/export.jsonl`,
    asked: asked.promise,
    answer: () => answered.resolve(),
    close: () => void server.close(),
  };
}
