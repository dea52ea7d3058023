import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ServedFile {
  readonly body: Uint8Array | string;
  /** Quotes included; by default a strong tag of the content. Null: none. */
  readonly etag?: string | null;
  readonly lastModified?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** False: asked for a part, the server gives the whole. */
  readonly ranges?: boolean;
}

interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly status: number;
}

/** What a server does wrong at one request; it then behaves again. */
export type Fault = (response: ServerResponse, file: ServedFile) => void;

/** Answers that status and nothing else. */
export function status(code: number, headers: Record<string, string> = {}): Fault {
  return (response) => void response.writeHead(code, headers).end();
}

/** Promises the whole file, with its headers, and cuts the connection after `bytes`. */
export function cutAfter(bytes: number): Fault {
  return (response, file) => {
    response.writeHead(200, headersOf(file));
    response.write(bytesOf(file).subarray(0, bytes), () => setTimeout(() => response.destroy(), 20));
  };
}

/** Sends `bytes`, then nothing, the connection staying open. */
export function silentAfter(bytes: number): Fault {
  return (response, file) =>
    void response.writeHead(200, headersOf(file)).write(bytesOf(file).subarray(0, bytes));
}

/** A real HTTP server of files: conditional requests, ranges, and the faults that a test asks for. */
export async function serveFiles(files: Record<string, ServedFile> = {}) {
  const requests: SeenRequest[] = [];
  const faults = new Map<string, Fault[]>();
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const file = files[path];
    const fault = faults.get(path)?.shift();
    requests.push({
      path,
      headers: request.headers,
      get status() {
        return response.statusCode;
      },
    });
    if (file === undefined) response.writeHead(404).end();
    else if (fault === undefined) answer(request, response, file);
    else fault(response, file);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    files,
    requests,
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    /** The next requests of that path meet these, one each. */
    fail: (path: string, ...next: Fault[]) => void faults.set(path, next),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type FileServer = Awaited<ReturnType<typeof serveFiles>>;

function answer(request: IncomingMessage, response: ServerResponse, file: ServedFile): void {
  const headers = headersOf(file);
  const body = bytesOf(file);
  const [etag, modified] = [headers["ETag"], headers["Last-Modified"]];
  const { range } = request.headers;
  const isHeld =
    request.headers["if-none-match"] === undefined
      ? modified !== undefined && request.headers["if-modified-since"] === modified
      : request.headers["if-none-match"] === etag;
  if (isHeld) return void response.writeHead(304).end();
  const condition = String(request.headers["if-range"]);
  const isSame = condition === etag || condition === modified;
  if (range === undefined || !isSame || file.ranges === false)
    return void response.writeHead(200, headers).end(body);
  const start = Number(/\d+/.exec(range)?.[0]);
  response
    .writeHead(206, {
      ...headers,
      "Content-Length": String(body.length - start),
      "Content-Range": `bytes ${start}-${body.length - 1}/${body.length}`,
    })
    .end(body.subarray(start));
}

function bytesOf({ body }: ServedFile): Uint8Array {
  return typeof body === "string" ? Buffer.from(body) : body;
}

function headersOf(file: ServedFile): Record<string, string> {
  const body = bytesOf(file);
  const { etag = `"${createHash("sha1").update(body).digest("hex")}"`, lastModified, headers } = file;
  return {
    "Content-Length": String(body.length),
    ...(etag === null ? {} : { ETag: etag }),
    ...(lastModified === undefined ? {} : { "Last-Modified": lastModified }),
    ...headers,
  };
}
