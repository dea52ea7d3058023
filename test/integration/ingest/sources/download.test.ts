import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { readRetryAfter } from "../../../../db/engine/retry.ts";
import { type DownloadOptions, download } from "../../../../ingest/sources/download/index.ts";
import type { OpenSink } from "../../../../ingest/sources/download/sink.ts";
import { temporaryFolder } from "../../../folders.ts";
import { rejectionOf } from "../../../rejection.ts";
import {
  cutAfter,
  type FileServer,
  type ServedFile,
  serveFiles,
  silentAfter,
  status,
} from "../../../servers/files.ts";

const LIMITS = { attempts: 3, firstDelayMs: 1, silenceMs: 300, maxDelayMs: 50 };
const never = new AbortController().signal;
const BODY = "abcdefghijklmnopqrstuvwxyz".repeat(1_000);
const WHOLE: ServedFile = { body: BODY, lastModified: "Wed, 04 Mar 2026 04:00:00 GMT" };

let server: FileServer;
let path: string;

beforeAll(async () => {
  server = await serveFiles();
});
beforeEach(() => {
  path = join(temporaryFolder(), "file");
  server.files["/file"] = WHOLE;
  server.fail("/file");
  server.requests.splice(0);
});
afterAll(() => server.close());

function fetchFile(options: Partial<DownloadOptions> = {}) {
  const limits = { ...LIMITS, ...options.limits };
  return download(server.url("/file"), path, { signal: never, ...options, limits });
}

function received(): string {
  return readFileSync(path, "utf8");
}

function statuses(): number[] {
  return server.requests.map((request) => request.status);
}

describe("a download", () => {
  test("gives the bytes as sent, the date of the resource and its name", async () => {
    const result = await fetchFile();
    expect(received()).toBe(BODY);
    expect(result).toMatchObject({ modifiedAt: new Date("2026-03-04T04:00:00Z"), fileName: "file" });
  });

  test("takes the name that the server proposes, never a path", async () => {
    const headers = { "Content-Disposition": 'attachment; filename="../../bofip_stock_live_20260521.tgz"' };
    server.files["/file"] = { ...WHOLE, headers };
    expect(await fetchFile()).toMatchObject({ fileName: "bofip_stock_live_20260521.tgz" });
  });

  test("keeps a gzip-encoded body compressed", async () => {
    const body = Bun.gzipSync("a\n");
    server.files["/file"] = { body, headers: { "Content-Encoding": "gzip" } };
    await fetchFile();
    expect(new Uint8Array(readFileSync(path))).toEqual(new Uint8Array(body));
  });
});

describe("a file held already", () => {
  test.each([
    { by: "its ETag", file: WHOLE },
    { by: "a weak ETag", file: { ...WHOLE, etag: 'W/"1"' } },
    { by: "its date", file: { ...WHOLE, etag: null } },
  ])("is not sent again, told by $by", async ({ file }) => {
    server.files["/file"] = file;
    const first = await fetchFile();
    if (first === "unchanged") throw new Error("nothing was held");
    const { validator } = first;
    path = join(temporaryFolder(), "again");
    expect(await fetchFile({ validator })).toBe("unchanged");
    expect(statuses()).toEqual([200, 304]);
    expect(existsSync(path)).toBe(false);
    server.files["/file"] = {
      ...file,
      body: "neuf",
      etag: '"2"',
      lastModified: "Thu, 05 Mar 2026 04:00:00 GMT",
    };
    expect(await fetchFile({ validator })).not.toBe("unchanged");
    expect(received()).toBe("neuf");
  });

  test("has no validator when the server gives none", async () => {
    server.files["/file"] = { body: BODY, etag: null };
    expect(await fetchFile()).toMatchObject({ validator: null });
  });
});

describe("a broken transfer", () => {
  test.each([
    { how: "cut", fault: cutAfter(10_000) },
    { how: "gone silent", fault: silentAfter(10_000) },
  ])(
    "$how is continued where it stopped, when the server tells that the file is the same",
    async ({ fault }) => {
      server.fail("/file", fault);
      await fetchFile();
      expect(received()).toBe(BODY);
      expect(server.requests.at(-1)).toMatchObject({ status: 206, headers: { range: "bytes=10000-" } });
    },
  );

  test("is continued after other faults", async () => {
    server.fail("/file", cutAfter(10_000), status(503), status(429));
    await fetchFile();
    expect(received()).toBe(BODY);
    expect(statuses()).toEqual([200, 503, 429, 206]);
  });

  test.each([
    { promise: "the server gives no parts", file: { ...WHOLE, ranges: false } },
    { promise: "the tag is weak", file: { ...WHOLE, etag: 'W/"1"' } },
    { promise: "nothing tells that the file is the same", file: { body: BODY, etag: null } },
    { promise: "the server says so", file: { ...WHOLE, headers: { "Accept-Ranges": "none" } } },
  ])("is taken again from its start when $promise", async ({ file }) => {
    server.files["/file"] = file;
    server.fail("/file", cutAfter(10_000));
    await fetchFile();
    expect(received()).toBe(BODY);
    expect(statuses()).toEqual([200, 200]);
  });

  test("of a file that changed meanwhile is taken again from its start", async () => {
    server.fail("/file", (response, file) => {
      cutAfter(10_000)(response, file);
      server.files["/file"] = { body: "neuf" };
    });
    await fetchFile();
    expect(received()).toBe("neuf");
  });

  test("is taken again from its start when the part is not the one asked for", async () => {
    const wrong = { "Content-Range": "bytes 0-25999/26000" };
    server.fail("/file", cutAfter(10_000), (response) => void response.writeHead(206, wrong).end(BODY));
    await fetchFile();
    expect(received()).toBe(BODY);
    expect(statuses()).toEqual([200, 206, 200]);
  });

  test("sent in chunks without a length is not taken for whole", async () => {
    server.fail("/file", (response) => {
      response.writeHead(200);
      response.write("abc", () => setTimeout(() => response.destroy(), 20));
    });
    await fetchFile();
    expect(received()).toBe(BODY);
  });

  test("goes on as long as each attempt brings something new", async () => {
    server.files["/file"] = { ...WHOLE, ranges: true };
    const next = (bytes: number) => (response: Parameters<typeof partial>[0]) => partial(response, bytes);
    server.fail("/file", cutAfter(1_000), ...[2_000, 3_000, 4_000, 5_000].map(next));
    await fetchFile();
    expect(received()).toBe(BODY);
    expect(statuses()).toEqual([200, 206, 206, 206, 206, 206]);
  });
});

describe("attempts", () => {
  test.each([
    { promise: "a server error", fault: status(503) },
    { promise: "too many requests", fault: status(429) },
    { promise: "a timeout told by the server", fault: status(408) },
    {
      promise: "a connection cut before any answer",
      fault: (response: { destroy(): void }) => response.destroy(),
    },
    { promise: "a server that never answers", fault: () => {} },
  ])("are made again after $promise", async ({ fault }) => {
    server.fail("/file", fault);
    await fetchFile();
    expect(received()).toBe(BODY);
  });

  test.each([400, 401, 403, 404, 410])("are not made again after a %d", async (code) => {
    server.fail("/file", status(code));
    const fault = await rejectionOf(fetchFile());
    expect(fault).toMatchObject({
      name: "IngestionFault",
      message: expect.stringContaining(`répond ${code}`),
    });
    expect(server.requests).toHaveLength(1);
  });

  test("end after those that bring nothing new, and leave no file that could be used", async () => {
    server.files["/file"] = { ...WHOLE, ranges: false };
    server.fail("/file", ...Array.from({ length: 10 }, () => cutAfter(100)));
    const fault = await rejectionOf(fetchFile());
    expect(fault).toMatchObject({
      message: expect.stringContaining("Téléchargement impossible après 3 essais"),
    });
    expect(existsSync(path)).toBe(false);
  });

  test("wait as the server asks", async () => {
    server.fail("/file", status(503, { "Retry-After": "1" }));
    const start = performance.now();
    await fetchFile({ limits: { maxDelayMs: 5_000 } });
    expect(performance.now() - start).toBeGreaterThan(900);
  });

  test.each([
    { value: "120", waitMs: 120_000 },
    { value: "Wed, 04 Mar 2026 04:01:00 GMT", waitMs: 60_000 },
    { value: "Wed, 04 Mar 2026 03:00:00 GMT", waitMs: 0 },
    { value: "bientôt", waitMs: 0 },
  ])("read « Retry-After: $value » as $waitMs ms", ({ value, waitMs }) => {
    const headers = new Headers({ "Retry-After": encodeURI(value).replaceAll("%20", " ") });
    expect(readRetryAfter(headers, Date.parse("2026-03-04T04:00:00Z"))).toBe(waitMs);
  });

  test("wait no longer than the limit, whatever the server asks", async () => {
    server.fail("/file", status(503, { "Retry-After": "86400" }));
    await fetchFile();
    expect(statuses()).toEqual([503, 200]);
  });

  test("stop at once when the run is asked to stop", async () => {
    const stopping = new AbortController();
    server.fail("/file", () => stopping.abort());
    const fault = await rejectionOf(fetchFile({ signal: stopping.signal }));
    expect(fault).toMatchObject({ name: "AbortError" });
  });

  test("stop when the whole takes too long", async () => {
    server.fail("/file", ...Array.from({ length: 100 }, () => status(503)));
    const fault = await rejectionOf(fetchFile({ limits: { attempts: 100, wholeMs: 200 } }));
    expect(fault).toMatchObject({ name: "IngestionFault", message: expect.stringContaining("abandonné") });
  });
});

describe("a file that is too large", () => {
  test("is refused on what the server announces", async () => {
    const fault = await rejectionOf(fetchFile({ limits: { maxBytes: 25_999 } }));
    expect(fault).toMatchObject({ message: expect.stringContaining("plus de 25999 octets") });
    expect(existsSync(path)).toBe(false);
  });

  test("is refused on what comes, when nothing is announced", async () => {
    server.fail("/file", (response) => {
      response.writeHead(200);
      const more = () => response.destroyed || response.write(BODY, () => setTimeout(more, 1));
      more();
    });
    const fault = await rejectionOf(fetchFile({ limits: { maxBytes: 100_000 } }));
    expect(fault).toMatchObject({ message: expect.stringContaining("plus de 100000 octets") });
  });
});

describe("a disk that is full", () => {
  test.each(["ENOSPC", "EDQUOT"])("stops the download at once with a clear message (%s)", async (code) => {
    const fault = await rejectionOf(fetchFile({ openSink: fullDisk(code) }));
    expect(fault).toMatchObject({ name: "DiskFull", message: expect.stringContaining("Disque plein") });
    expect(server.requests.length).toBeLessThanOrEqual(1);
    expect(existsSync(path)).toBe(false);
  });
});

/** A disk that accepts a single chunk. */
function fullDisk(code: string): OpenSink {
  return async (name, flags) => {
    const file = await open(name, flags);
    return {
      appendFile: async () => {
        throw Object.assign(new Error(`${code}: no space left on device, write`), { code });
      },
      close: () => file.close(),
    };
  };
}

/** Answers a range up to `end`, then cuts. */
function partial(response: import("node:http").ServerResponse, end: number): void {
  const start = end - 1_000;
  response.writeHead(206, {
    "Content-Length": BODY.length - start,
    "Content-Range": `bytes ${start}-${BODY.length - 1}/${BODY.length}`,
  });
  response.write(BODY.slice(start, end), () => setTimeout(() => response.destroy(), 20));
}
