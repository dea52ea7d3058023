import { createHash } from "node:crypto";
import { ENCODERS, type Encoding, plainTag, type SendableBody } from "./compression.ts";

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
