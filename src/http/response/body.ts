import { createHash } from "node:crypto";
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

/** An answer in the client's preferred encoding; bodies that compress badly are left unchanged. */
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
  /** The plain body's; null on the routes that are not revalidated. */
  readonly etag: string | null;
  /** Sent with it, whoever asks. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body in that encoding, computed once; unencoded for null. */
  in(encoding: Encoding | null): Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>>;
}

/** A body rendered once, and encoded on first use. */
export class RenderedBody implements SendableBody {
  private readonly encodings = new Map<Encoding, Promise<Buffer<ArrayBuffer>>>();

  /**
   * @param etag of the plain body; null on the routes that are not revalidated.
   * @param headers sent with it.
   * @param onGrowth called with the bytes that an encoding adds.
   */
  constructor(
    readonly plain: Buffer<ArrayBuffer>,
    readonly etag: string | null,
    readonly headers: Readonly<Record<string, string>> = {},
    private readonly onGrowth: (bytes: number) => void = () => {},
  ) {}

  in(encoding: Encoding | null): Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>> {
    if (encoding === null) return this.plain;
    return this.encodings.get(encoding) ?? this.encode(encoding);
  }

  private encode(encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
    const encoded = ENCODERS[encoding](this.plain);
    this.encodings.set(encoding, encoded);
    encoded.then(
      ({ byteLength }) => this.onGrowth(byteLength),
      () => this.encodings.delete(encoding),
    );
    return encoded;
  }
}

/** Makes a revalidated body from a text. */
export function renderedText(text: string): RenderedBody {
  const plain = Buffer.from(text);
  return new RenderedBody(plain, etagOf(plain));
}

/** A body with its own headers, for a request that gets it or the 304 that spares it. */
export class RenderedAnswer {
  constructor(
    readonly body: SendableBody,
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}

/**
 * The strong ETag of a body: the hash of its bytes, because a body shows other documents' titles and statut, which
 * change without it (RFC 9110, 8.8.3).
 */
export function etagOf(body: string | Buffer): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}

/** A body that can be told apart, as its headers say. */
interface Validated {
  readonly etag: string;
  /** Value of `Last-Modified`; null when it has none. */
  readonly modified: string | null;
}

/**
 * Whether a client has this body already: by its ETag or, without `If-None-Match`, by the day that it has it from (RFC
 * 9110, 13.2.2).
 */
export function isUnchanged({ headers }: Request, { etag, modified }: Validated): boolean {
  const ifNoneMatch = headers.get("if-none-match");
  if (ifNoneMatch !== null) return isNamed(ifNoneMatch, etag);
  const since = headers.get("if-modified-since");
  return since !== null && modified !== null && Date.parse(modified) <= Date.parse(since);
}

/**
 * Whether `If-None-Match` names this ETag of a plain body. The comparison is weak, and ignores the encoding in a tag:
 * the client has the same body, which a proxy may have compressed (RFC 9110, 13.1.2).
 */
function isNamed(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => plainTag(tag.trim().replace(/^W\//, "")) === etag);
}
