import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import Negotiator from "negotiator";

/** Below this size, compression does not pay for itself. */
const MIN_BYTES = 1024;
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|xml)|image\/svg)/;

/** Asynchronous, at levels beyond which more time gains little. */
export const ENCODERS = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
} satisfies Record<Encoding, unknown>;
const ENCODINGS = ["gzip", "br"] satisfies Encoding[];

/**
 * The encoding that the client prefers for a body of that length, the first named among equals (RFC 9110, 12.5.3);
 * null = unencoded, also for a client that states no preference.
 */
export function encodingFor(request: Request, bytes: number): Encoding | null {
  const accepted = request.headers.get("accept-encoding");
  if (accepted === null || bytes < MIN_BYTES) return null;
  const negotiator = new Negotiator({ headers: { "accept-encoding": accepted } });
  const chosen = negotiator.encoding([...ENCODINGS, "identity"]);
  return ENCODINGS.find((encoding) => encoding === chosen) ?? null;
}

/** Streams a body as it is produced, compressed on the way for a client that accepts gzip. */
export function streamed(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  headers: Readonly<Record<string, string>>,
  request: Request,
): Response {
  const vary = { ...headers, vary: "accept-encoding" };
  const negotiator = new Negotiator({
    headers: { "accept-encoding": request.headers.get("accept-encoding") ?? "identity" },
  });
  if (negotiator.encoding(["gzip", "identity"]) !== "gzip") return new Response(body, { headers: vary });
  const zipped = body.pipeThrough(new CompressionStream("gzip"));
  return new Response(zipped, { headers: { ...vary, "content-encoding": "gzip" } });
}

/**
 * A strong ETag names one sequence of bytes (RFC 9110, 8.8.3.3), so the tag of an encoded body includes its encoding.
 */
export function encodedTag(etag: string, encoding: Encoding | null): string {
  return encoding === null ? etag : etag.replace(/"$/, `-${encoding}"`);
}

/** The ETag of the plain body, from that of any of its encodings. */
export function plainTag(tag: string): string {
  return tag.replace(/-(?:br|gzip)"$/, '"');
}

/** The same answer in the client's preferred encoding; bodies that compress badly are left unchanged. */
export async function compressed(response: Response, request: Request): Promise<Response> {
  const { headers, status } = response;
  if (status === 304) headers.append("vary", "accept-encoding");
  if (!COMPRESSIBLE.test(headers.get("content-type") ?? "") || headers.has("content-encoding"))
    return response;
  headers.append("vary", "accept-encoding");
  if (!request.headers.has("accept-encoding")) return response;
  const body = Buffer.from(await response.arrayBuffer());
  const encoding = encodingFor(request, body.length);
  if (encoding === null) return new Response(sendable(body), { status, headers });
  const etag = headers.get("etag");
  if (etag !== null) headers.set("etag", encodedTag(etag, encoding));
  headers.set("content-encoding", encoding);
  headers.delete("content-length");
  return new Response(sendable(await ENCODERS[encoding](body)), { status, headers });
}

/**
 * How much Bun buffers before it writes. Beyond, the head of an answer sent after an await is written in pieces, with
 * a system call for each name and each value, whereas a stream's head leaves with the first bytes (oven-sh/bun#41341,
 * still so in Bun 1.4.5).
 */
const GATHERED_BYTES = 16_384;
/** Room for the head. */
const HEAD_BYTES = 2_048;

/**
 * Returns a body in the form cheapest for Bun to send: a large one costs four times less, but loses its
 * `Content-Length`.
 */
export function sendable(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | ReadableStream {
  if (bytes.byteLength <= GATHERED_BYTES - HEAD_BYTES) return bytes;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}

export type Encoding = "br" | "gzip";

/** A body ready to send, in any encoding. */
export interface SendableBody {
  readonly plain: Buffer<ArrayBuffer>;
  /** Of the plain body; null on the routes that are not revalidated. */
  readonly etag: string | null;
  /** Sent with it, whoever asks. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body in that encoding, computed once; unencoded for null. */
  in(encoding: Encoding | null): Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>>;
}
