/** A request that a spy saw. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** What is done about a request: answered in the server's place, passed on with another body, or left alone. */
type Tampering = { readonly answer: Response } | { readonly body: string } | null;

/** A door to a Meilisearch server that keeps in mind what passes, and may tamper with it; 502 when that is away. */
export interface Spy {
  readonly url: string;
  /** Requests since the last call. */
  take(): Seen[];
  /** From now on; null lets everything pass. */
  tamper(tampering: ((seen: Seen) => Tampering | Promise<Tampering>) | null): void;
  close(): Promise<void>;
}

export function openSpy(target: string): Spy {
  const seen: Seen[] = [];
  let tampering: (request: Seen) => Tampering | Promise<Tampering> = () => null;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const one = { method: request.method, path: pathname, body: await request.text() };
      seen.push(one);
      const tampered = await tampering(one);
      if (tampered !== null && "answer" in tampered) return tampered.answer;
      const headers = new Headers(request.headers);
      for (const name of ["host", "connection", "content-length"]) headers.delete(name);
      const body = tampered?.body ?? one.body;
      return await fetch(target + pathname + search, {
        method: one.method,
        headers,
        ...(body === "" ? {} : { body }),
      }).catch(() => new Response("", { status: 502 }));
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    take: () => seen.splice(0),
    tamper: (next) => {
      tampering = next ?? (() => null);
    },
    close: () => server.stop(true),
  };
}

/** Whether the request adds documents to an index. */
export function addsDocuments({ method, path }: Seen): boolean {
  return method === "POST" && path.endsWith("/documents");
}

/** Far above the numbers that a server of the tests gives. */
const MADE_UP_TASK = 1_000_000;

/** Accepts a task that the server never receives, and reports that it ended with `status`. */
export function pretend(seen: Seen, status: string): Tampering {
  if (seen.path === `/tasks/${MADE_UP_TASK}`) {
    const error = status === "failed" ? { code: "no_space_left_on_device" } : null;
    return { answer: Response.json({ uid: MADE_UP_TASK, status, error }) };
  }
  if (!addsDocuments(seen) || seen.path.endsWith("-titres/documents")) return null;
  return { answer: Response.json({ taskUid: MADE_UP_TASK, status: "enqueued" }, { status: 202 }) };
}
