import type { Server } from "bun";
import type { EngineFault, EngineName, ObservedEngine, Observer } from "./observed.ts";

/** What an engine's proxy must know of its requests. */
interface HttpEngine {
  readonly name: EngineName;
  readonly target: string;
  /** Whether a request is a step of the run: a wait for something that is under way is none. */
  isStep(method: string, path: string): boolean;
  /**
   * The answer to a request whose effect is lost, or null for one that passes.
   * @param tasks how many were lost before.
   */
  lose(method: string, path: string, lost: number): Response | null;
}

const UNPROXIED_HEADERS = ["host", "connection", "content-length", "transfer-encoding", "keep-alive"];

/** A door to an engine that speaks HTTP. */
export function observeHttp(engine: HttpEngine, observer: Observer): ObservedEngine {
  let fault: EngineFault | null = null;
  let lost = 0;
  const listen = (port: number) =>
    Bun.serve({
      port,
      hostname: "127.0.0.1",
      idleTimeout: 0,
      async fetch(request) {
        const { pathname, search } = new URL(request.url);
        const isStep = engine.isStep(request.method, pathname);
        const step = { engine: engine.name, label: `${request.method} ${pathname}` };
        const passage = isStep ? observer.step(step) : {};
        await passage.before?.();
        if (fault === "hang") return await new Promise<Response>(() => {});
        if (fault === "error" || fault === "stumble") {
          if (fault === "stumble") fault = null;
          return new Response("Internal Server Error", { status: 500 });
        }
        const loss = fault === "lose" ? engine.lose(request.method, pathname, lost) : null;
        if (loss !== null) {
          lost += 1;
          return loss;
        }
        const answer = await forward(engine.target + pathname + search, request).catch(cutShort);
        await passage.after?.();
        return answer;
      },
    });
  let server: Server<undefined> | null = listen(0);
  const port = server.port ?? 0;
  const stop = async () => {
    await server?.stop(true);
    server = null;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    async suffer(next) {
      // What hangs already goes on hanging; a port that is closed leaves no connection behind.
      if (next === "refuse" || fault === "hang") await stop();
      fault = next;
      if (next !== "refuse") server ??= listen(port);
    },
    close: stop,
  };
}

/** A server killed while it answers: what stands before it says so. */
function cutShort(): Response {
  return new Response("Bad Gateway", { status: 502 });
}

async function forward(url: string, request: Request): Promise<Response> {
  const { method } = request;
  const body = method === "GET" || method === "HEAD" ? null : await request.arrayBuffer();
  const answer = await fetch(url, { method, headers: proxied(request.headers), body, decompress: false });
  return new Response(await answer.arrayBuffer(), {
    status: answer.status,
    headers: proxied(answer.headers),
  });
}

function proxied(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of UNPROXIED_HEADERS) kept.delete(name);
  return kept;
}

/** Far above the numbers that a server of the tests gives. */
const LOST_TASKS = 1_000_000;

/** A Meilisearch server; what it loses is a task that stays enqueued for ever. */
export function meilisearchBehind(target: string): HttpEngine {
  const task = (uid: number) => ({
    taskUid: uid,
    uid,
    indexUid: "perdue",
    status: "enqueued",
    type: "documentAdditionOrUpdate",
    enqueuedAt: "2024-01-01T00:00:00Z",
    error: null,
    details: null,
  });
  return {
    name: "meilisearch",
    target,
    isStep: (_, path) => !path.startsWith("/tasks"),
    lose(method, path, lost) {
      const waited = /^\/tasks\/(\d+)$/.exec(path)?.[1];
      if (waited !== undefined)
        return Number(waited) >= LOST_TASKS ? Response.json(task(Number(waited))) : null;
      return method === "GET" || !/^\/(indexes|swap-indexes)\b/.test(path) || /\/(search|fetch)$/.test(path)
        ? null
        : Response.json(task(LOST_TASKS + lost), { status: 202 });
    },
  };
}

const COLLECTION = /^\/collections\/[^/]+$/;

/** A Qdrant server; it loses points that it reports as applied. */
export function qdrantBehind(target: string): HttpEngine {
  const isWrite = (method: string, path: string) =>
    (method === "PUT" && path.endsWith("/points")) || path.endsWith("/points/delete");
  return {
    name: "qdrant",
    target,
    // Neither the questions of a judgement nor the looks at what the server builds meanwhile, as many as it takes.
    isStep: (method, path) => !path.endsWith("/points/query") && !(method === "GET" && COLLECTION.test(path)),
    lose: (method, path) =>
      isWrite(method, path)
        ? Response.json({ result: { operation_id: 0, status: "completed" }, status: "ok", time: 0 })
        : null,
  };
}
